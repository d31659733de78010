"""Several hosts on one machine: a cluster's network, slow or broken as wished, to run and measure jobs of jmx over.

`network` makes the hosts, `switch` delays what goes between them where the kernel cannot, `job` is what is measured, `faults`
breaks the network under a running job. `python -m tools.hosts --help` says how each is asked for.
"""
