#!/usr/bin/env bash
# The first hour on a cluster: checks the hosts, measures sums and steps, and compares them with the model of docs/scaling.md.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: benchmarks/first_hour.sh [OPTIONS]

Checks the hosts of a cluster, measures sums and training steps on 1, 2, 4, ... ranks, and compares each figure with the model
of docs/scaling.md. Everything goes to one folder: report.txt, report.json, setup.json, and the output of each part.

where it runs (one of them)
  --hosts FILE       hosts for ssh, one a line, as `jmx launch -H` takes them
  --slurm            the nodes of this Slurm allocation (salloc or sbatch)
  --local N          N ranks on this machine: tries the script, says nothing about a network
what it runs
  --ranks N          ranks at most (one for each host; with --slurm the allocation's tasks)
  --gpu              on GPUs, one for each rank; without it, on CPUs
  --networks A,B     what is trained: resnet18, resnet50, small (resnet18,resnet50)
  --batch N          samples of each rank (8; with --gpu 64)
  --megabytes A,B    sizes of the sums that are measured (0.001,0.1,1,16,64)
  --skip A,B         parts that are left out: doctor, hosts, sums, train, restart
what the model is told
  --gbit N           CPUs: Gbit/s of the cables (the rate that the largest sum has)
  --inside NAME      GPUs: nvlink or pcie, inside of a node (nvlink)
  --between NAME     GPUs: ib400, ib200, eth100 or eth25, between nodes (ib200)
  --per-node N       GPUs: how many are in a node (8)
how long
  --seconds N        of measuring for each training run (120); each sum takes a twelfth
  --limit N          seconds after which a command is ended (300)
other
  --output FOLDER    where results go (first_hour-DATE)
  --python COMMAND   the Python that has jmx, on all hosts (python)
  --dry-run          print the commands, and run nothing
  --help             this text

The checkout has to be in the same folder on all hosts. status: 0 where nothing is wrong, 1 where something is, 2 for options.
TEXT
}

fail() {
    echo "first_hour.sh: $*" >&2
    exit 2
}

number() {
    [[ $2 =~ ^[0-9]+(\.[0-9]+)?$ ]] || fail "$1 $2: expected a number"
}

where="" hosts="" ranks="" gpu=false networks=resnet18,resnet50 batch="" megabytes=0.001,0.1,1,16,64 skip="" gbit=null
inside=nvlink between=ib200 per_node=8 seconds=120 limit=300 output="first_hour-$(date +%Y%m%d-%H%M%S)" python=python dry=false

whole() {
    [[ $2 =~ ^[1-9][0-9]*$ ]] || fail "$1 $2: expected a whole number from 1 on"
}

while (($#)); do
    option=$1
    shift
    case $option in
        --help | -h) usage && exit 0 ;;
        --slurm) where=slurm && continue ;;
        --gpu) gpu=true && continue ;;
        --dry-run) dry=true && continue ;;
        --hosts | --local | --ranks | --networks | --batch | --megabytes | --skip | --gbit | --inside | --between | --per-node | \
            --seconds | --limit | --output | --python) ;;
        *) fail "$option: no such option; --help lists them" ;;
    esac
    (($#)) || fail "$option: a value is missing"
    value=$1
    shift
    case $option in
        --hosts) where=ssh hosts=$value ;;
        --local) whole "$option" "$value" && where=local ranks=$value ;;
        --ranks) whole "$option" "$value" && ranks=$value ;;
        --networks) networks=$value ;;
        --batch) whole "$option" "$value" && batch=$value ;;
        --megabytes) megabytes=$value ;;
        --skip) skip=$value ;;
        --gbit) number "$option" "$value" && gbit=$value ;;
        --inside) inside=$value ;;
        --between) between=$value ;;
        --per-node) whole "$option" "$value" && per_node=$value ;;
        --seconds) number "$option" "$value" && seconds=$value ;;
        --limit) whole "$option" "$value" && limit=$value ;;
        --output) output=$value ;;
        --python) python=$value ;;
    esac
done

[[ $inside == nvlink || $inside == pcie ]] || fail "--inside $inside: expected nvlink or pcie"
[[ $between =~ ^(ib400|ib200|eth100|eth25)$ ]] || fail "--between $between: expected ib400, ib200, eth100 or eth25"
for part in ${skip//,/ }; do
    [[ $part =~ ^(doctor|hosts|sums|train|restart)$ ]] || fail "--skip $part: no such part"
done

# Hosts by name, for the check that each knows the others.
names=()
case $where in
    ssh)
        [[ -r $hosts ]] || fail "--hosts $hosts: cannot be read"
        hosts=$(realpath "$hosts")
        mapfile -t names < <(sed -e 's/#.*//' -e 's/^[[:space:]]*//' -e 's/[[:space:]].*//' -e 's/.*@//' -e 's/:[0-9]*$//' -e '/^$/d' "$hosts")
        ((${#names[@]})) || fail "--hosts $hosts: no host in it"
        ranks=${ranks:-${#names[@]}}
        ;;
    slurm)
        [[ -n ${SLURM_JOB_ID:-} ]] || fail "--slurm: this is no allocation; try salloc, or sbatch"
        mapfile -t names < <(scontrol show hostnames "${SLURM_JOB_NODELIST:-}")
        ranks=${ranks:-${SLURM_NTASKS:-${#names[@]}}}
        ;;
    local) names=(localhost) ;;
    *) fail "say where: --hosts FILE, --slurm or --local N" ;;
esac
if [[ -z $batch ]]; then
    batch=8
    if $gpu; then batch=64; fi
fi

output=$(realpath -m "$output")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
device=()
if $gpu; then device=(--gpu); fi

# launch RANKS OPTION ... -- COMMAND ...: as a job; the options are those of `jmx launch`.
launch() {
    local count=$1 options=()
    shift
    while [[ $1 != -- ]]; do
        options+=("$1")
        shift
    done
    shift
    case $where in
        ssh) options+=(-H "$hosts") ;;
        slurm) options+=(--launcher slurm) ;;
        local) options+=(--launcher local) ;;
    esac
    timed "$python" -m jmx launch -n "$count" --grace 10 "${options[@]}" "$python" "$@"
}

# What still runs half a minute after its time is killed.
timed() {
    if $dry; then
        printf '%q ' "$@"
        echo
    else
        timeout --kill-after=30 "$limit" "$@"
    fi
}

skipped() {
    [[ ,$skip, == *,$1,* ]]
}

# part NAME COMMAND ...: its output goes to NAME.txt, its status to `parts`; the next part runs however it ends.
part() {
    local name=$1 status=0
    shift
    if $dry; then
        echo "# $name"
        "$@"
        return
    fi
    echo "$(date +%H:%M:%S) $name"
    "$@" >"$output/$name.txt" 2>&1 || status=$?
    echo "$name $status" >>"$output/parts"
    if ((status)); then echo "         $name: status $status, see $output/$name.txt"; fi
}

if ! $dry; then
    mkdir -p "$output"
    [[ -z $(ls -A "$output") ]] || fail "--output $output: there is something in it"
    : >"$output/parts"
    local_too=false
    if [[ $where == local ]]; then local_too=true; fi
    printf '{"where": "%s", "local": %s, "ranks": %s, "gpu": %s, "batch": %s, "gbit": %s, "inside": "%s", "between": "%s", "per_node": %s}\n' \
        "$where" "$local_too" "$ranks" "$gpu" "$batch" "$gbit" "$inside" "$between" "$per_node" >"$output/setup.json"
fi

skipped doctor || part doctor timed "$python" -m jmx doctor
# Each rank by itself: no job is joined, so that this works where the network does not.
skipped hosts || part hosts launch "$ranks" --env JMX_CLUSTER=0 -- -m benchmarks.first_hour versions "${names[@]}"
if ! skipped sums && ((ranks > 1)); then
    each=$(awk "BEGIN { print $seconds / 12 }")
    part sums launch "$ranks" --env JMX_START_TIMEOUT=60 -- -m benchmarks.first_hour sums --megabytes "$megabytes" --seconds "$each" "${device[@]}"
fi
if ! skipped train; then
    for network in ${networks//,/ }; do
        count=1
        while true; do
            ways=(0 1)
            if ((count == 1)); then ways=(0); fi
            for overlap in "${ways[@]}"; do
                part "train-$network-$count-$overlap" launch "$count" --env "JMX_OVERLAP=$overlap" -- \
                    -m benchmarks.first_hour train --network "$network" --batch "$batch" --seconds "$seconds" "${device[@]}"
            done
            ((count < ranks)) || break
            count=$((2 * count < ranks ? 2 * count : ranks))
        done
    done
fi
if ! skipped restart && ((ranks > 1)); then
    part restart launch "$ranks" --max-restarts 1 -- -m benchmarks.first_hour restart
fi

if $dry; then
    printf '# comparison\n%q -m benchmarks.first_hour compare %q\n' "$python" "$output"
    exit 0
fi
echo
"$python" -m benchmarks.first_hour compare "$output"
