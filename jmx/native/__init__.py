"""Libraries of the machine's own code that compiled programs call: oneDNN on the CPU."""
