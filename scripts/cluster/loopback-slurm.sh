# A Slurm of its own on loopback, for the scripts that try it: two nodes, `n1` and `n2`, of which one can be killed. Touches nothing that
# belongs to another Slurm. To be sourced after common.sh and `prepare`. Needs root and Slurm with munge (Debian: slurm-wlm munge).

needs munged slurmctld slurmd sbatch squeue scontrol
[ "$(id -u)" = 0 ] || { echo "needs root: the nodes start jobs as their owners"; exit 1; }
daemons=()

# All jobs on a node, by the name of the node in their environment, and before them what would report their end.
on_node() {
  local here
  here=$(grep -lzx "SLURMD_NODENAME=$1" /proc/[0-9]*/environ 2>/dev/null || true)
  [ -n "$here" ] || return 0
  here=$(grep -lzx "SLURM_CONF=$SLURM_CONF" $here 2>/dev/null | cut -d/ -f3 || true)
  for process in $here; do
    parent=$(ps -o ppid= -p "$process" | tr -d ' ' || true)
    # It may have ended meanwhile.
    [ -z "$parent" ] || [ "$(ps -o comm= -p "$parent" || true)" != slurmstepd ] || echo "$parent"
  done
  echo "$here"
}

# Kills node n1 with all that runs there. A job that is just being started shows itself a moment later; if it went on, Slurm would
# start it a second time beside it.
kill_n1() {
  local left
  kill -KILL "$n1" 2>/dev/null || true
  for _ in $(seq 20); do
    left=$(on_node n1)
    # Some may have ended meanwhile.
    [ -z "$left" ] || kill -KILL $left 2>/dev/null || true
    sleep 0.1
  done
  [ -z "$(on_node n1)" ] || { echo "something is left on n1"; return 1; }
}

clean_up() {
  scancel --state=PENDING --state=RUNNING --user=root 2>/dev/null || true
  kill -KILL $(on_node n1) $(on_node n2) "${daemons[@]}" 2>/dev/null || true
  wait 2>/dev/null || true
  [ -n "${KEEP:-}" ] || rm -rf "$work"
}
trap clean_up EXIT

step "a Slurm of two nodes"
chmod 755 "$work"
mkdir -p slurm/state slurm/n1 slurm/n2
dd if=/dev/urandom of=slurm/munge.key bs=1024 count=1 status=none
chmod 600 slurm/munge.key
export SLURM_CONF="$work/slurm/slurm.conf"
# Below those that systems give to whoever asks for any.
port=$((20000 + $$ % 10000))
cat >"$SLURM_CONF" <<CONF
ClusterName=karteneck$$
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/slurm/munge.socket
CryptoType=crypto/munge
StateSaveLocation=$work/slurm/state
SlurmdSpoolDir=$work/slurm/%n
SlurmctldPidFile=$work/slurm/slurmctld.pid
SlurmdPidFile=$work/slurm/%n.pid
SlurmctldLogFile=$work/slurm/slurmctld.log
SlurmdLogFile=$work/slurm/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/linear
SchedulerType=sched/backfill
SlurmdParameters=config_overrides
ReturnToService=2
JobRequeue=1
SlurmdTimeout=10
SlurmctldTimeout=10
MpiDefault=none
NodeName=n1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1 RealMemory=4000 State=UNKNOWN
NodeName=n2 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1 RealMemory=4000 State=UNKNOWN
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF
munged --foreground --force --key-file="$work/slurm/munge.key" --socket="$work/slurm/munge.socket" \
  --pid-file="$work/slurm/munged.pid" --log-file="$work/slurm/munged.log" --seed-file="$work/slurm/munged.seed" \
  >slurm/munged.out 2>&1 &
daemons+=($!)
munge_is_up() { [ -S "$work/slurm/munge.socket" ]; }
wait_until 10 munge_is_up
slurmctld -D -c >slurm/slurmctld.out 2>&1 &
daemons+=($!)
for node in n1 n2; do
  slurmd -D -N "$node" >"slurm/$node.out" 2>&1 &
  daemons+=($!)
done
n1=${daemons[2]}
nodes_are_up() { [ "$(sinfo --noheader --states=idle --format=%D 2>/dev/null)" = 2 ]; }
wait_until 60 nodes_are_up || { tail -n 5 slurm/*.out slurm/*.log; exit 1; }

