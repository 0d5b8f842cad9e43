#!/bin/sh
# A real Slurm on this machine's loopback, and classes graded through it while failures are injected:
#   check-slurm.sh GRADE
# - 60 submissions, with the controller killed in the middle, a task's grader killed, and the batch itself killed and
#   run again: every submission must have one result, and the score that an undisturbed ./grade gives it.
# - 30 submissions detached: the array is requeued, preempted by an urgent job, and its node removed, and the last job
#   merges, all results once.
# - an array that Slurm has forgotten, all its daemons killed and its state gone, is submitted again.
# Needs munged, slurmctld and slurmd (packages slurm-wlm and munge), which it starts for itself, with ports, keys and
# state of their own, and ends by their process ids.
set -u

grade=$(realpath "$1")
class_size=60
for tool in munged slurmctld slurmd sbatch sqlite3; do
    PATH=$PATH:/usr/sbin:/sbin command -v $tool >/dev/null || {
        echo "check-slurm needs $tool: install the packages slurm-wlm, munge and sqlite3" >&2
        exit 2
    }
done
PATH=$PATH:/usr/sbin:/sbin

place=$(mktemp -d) || exit 2
chmod 711 "$place"
munged_pid= controller_pid= node_pid= batch_pid=

stop() {
    for pid in $batch_pid $controller_pid $node_pid; do kill -9 "$pid" 2>/dev/null; done
    # A killed slurmd leaves a step daemon for each task; these name the slurmd they belong to.
    for step in $(pgrep -f "slurmstepd: .*\[" | while read -r pid; do
        grep -qz "SLURM_CONF=$place/slurm.conf" "/proc/$pid/environ" 2>/dev/null && echo "$pid"
    done); do kill -9 "$step" 2>/dev/null; done
    [ -z "$munged_pid" ] || kill "$munged_pid" 2>/dev/null
    sleep 1
    rm -rf "$place"
}
trap stop EXIT
trap 'exit 130' INT TERM

fail() {
    echo "check-slurm: $1" >&2
    for log in controller node batch; do
        [ -f "$place/$log.log" ] && sed "s/^/    $log: /" "$place/$log.log" | tail -n 15 >&2
    done
    exit 1
}

# until_true SECONDS WHAT COMMAND...
until_true() {
    limit=$(($(date +%s) + $1))
    what=$2
    shift 2
    until "$@"; do
        [ "$(date +%s)" -lt $limit ] || fail "timed out: $what"
        sleep 0.5
    done
}

# A port without a listener; the kernel's range for outgoing connections begins above it.
free_port() {
    port=$1
    while ss -ltn | grep -q ":$port "; do port=$((port + 1)); done
    echo "$port"
}

configure() {
    controller_port=$(free_port $((20000 + $$ % 4000)))
    node_port=$(free_port $((controller_port + 1)))
    mkdir -p "$place/state" "$place/spool"
    cat >"$place/slurm.conf" <<CONF
ClusterName=warplab-check
SlurmctldHost=localhost(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$place/munge/socket
SlurmctldPort=$controller_port
SlurmdPort=$node_port
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool
SlurmctldPidFile=$place/controller.pid
SlurmdPidFile=$place/node.pid
SlurmctldLogFile=$place/controller.log
SlurmdLogFile=$place/node.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
ReturnToService=2
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MessageTimeout=5
NodeName=localhost NodeAddr=127.0.0.1 CPUs=2 RealMemory=4000 State=UNKNOWN
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
PartitionName=main Nodes=localhost Default=YES MaxTime=INFINITE State=UP PriorityTier=1
PartitionName=urgent Nodes=localhost MaxTime=INFINITE State=UP PriorityTier=2
CONF
    export SLURM_CONF="$place/slurm.conf"
}

start_munge() {
    mkdir -m 755 "$place/munge"
    (umask 077 && head -c 1024 /dev/urandom >"$place/munge/key")
    munged --foreground --force --key-file="$place/munge/key" --socket="$place/munge/socket" \
        --pid-file="$place/munge/pid" --log-file="$place/munge/log" --seed-file="$place/munge/seed" \
        >"$place/munge/out" 2>&1 &
    munged_pid=$!
    until_true 20 "munged" test -S "$place/munge/socket"
}

start_controller() {
    slurmctld -D "$@" >/dev/null 2>&1 &
    controller_pid=$!
}

start_node() {
    slurmd -D -N localhost >/dev/null 2>&1 &
    node_pid=$!
}

is_up() { [ "$(sinfo --noheader --format %t 2>/dev/null)" = "${1:-idle}" ]; }

# class FOLDER STUDENTS: lab3 submissions, right and wrong ones alternating; each student's differs from the others'.
make_class() {
    count=0
    while [ $count -lt "$2" ]; do
        for source in solutions/lab3 labs/lab3 $(ls -d grader/course/lab3/fixtures/* | head -n 8); do
            [ $count -lt "$2" ] || break
            count=$((count + 1))
            student=$1/$(printf 's%03d' $count)
            mkdir -p "$student"
            { cat "$source/lab3.cu" && echo "// of $(basename "$source"), student $count"; } >"$student/lab3.cu"
        done
    done
}

start_batch() {
    "$grade" batch "$place/$1" --db "$place/$1.db" --slurm --pack 10 --seed 7 --backend cpu >>"$place/batch.log" 2>&1 &
    batch_pid=$!
}

results() { sqlite3 -cmd '.timeout 20000' "$place/$1.db" 'SELECT count(*) FROM result' 2>/dev/null; }
has_results() { [ "$(results "$1" || echo 0)" -ge "$2" ] 2>/dev/null; }
# Whether a grader of this check's own tasks is running.
task_pid() { pgrep -f "batch --part $place/" | head -n 1; }
is_grading() { [ -n "$(task_pid)" ]; }

# Whether Slurm has saved which tasks are running. A controller killed before that comes back with tasks that
# ended long ago, or starts one twice and gives up the node, and only an administrator can help it.
has_saved() {
    newest=$(ls -t "$place"/*.db.parts/round-*/*.log 2>/dev/null | head -n 1)
    [ -n "$newest" ] && [ "$place/state/job_state" -nt "$newest" ]
}

configure
start_munge
start_controller -c
start_node
until_true 60 "the node" is_up idle

echo "a class of $class_size, in tasks of 10:"
make_class "$place/class" $class_size
begin=$(date +%s)
start_batch class
until_true 900 "the first results" has_results class 10
until_true 60 "Slurm's state" has_saved
kill -9 "$controller_pid"
echo "  $(results class) results: the controller killed"
until_true 300 "the batch to see that the controller is away" grep -q "does not answer" "$place/batch.log"
start_controller
until_true 300 "the batch to see that the controller is back" grep -q "answers again" "$place/batch.log"
until_true 900 "half of the results" has_results class 30
until_true 300 "a task" is_grading
kill -9 "$(task_pid)"
echo "  $(results class) results: a task's grader killed"
kill -9 "$batch_pid"
wait "$batch_pid" 2>/dev/null
echo "  $(results class) results: the batch killed, and run again"
start_batch class
wait "$batch_pid"
code=$?
batch_pid=
echo "  $(results class) results after $(($(date +%s) - begin)) s, exit code $code"
[ $code = 0 ] || fail "the batch ended with code $code"
[ ! -e "$place/class.db.parts" ] || fail "parts are left behind: $(ls "$place/class.db.parts")"

doubles=$(sqlite3 "$place/class.db" "SELECT count(*) FROM (SELECT 1 FROM result GROUP BY student, lab HAVING count(*) > 1)")
open=$("$grade" export json --db "$place/class.db" | grep -c '"status":"not_graded"')
[ "$(results class) $doubles $open" = "$class_size 0 0" ] || fail "$(results class) results, $doubles double, $open open"
echo "  every submission has one result"

# The same ten submissions, undisturbed: each score must be that of every student who handed in the same file.
make_class "$place/undisturbed" 10
"$grade" batch "$place/undisturbed" --db "$place/undisturbed.db" --seed 7 --backend cpu >"$place/undisturbed.log" 2>&1
different=$(sqlite3 "$place/class.db" "ATTACH '$place/undisturbed.db' AS calm" "SELECT count(*) FROM result r JOIN calm.result c
    ON (CAST(substr(r.student, 2) AS INTEGER) - 1) % 10 = CAST(substr(c.student, 2) AS INTEGER) - 1
    WHERE r.score <> c.score")
compared=$(sqlite3 "$place/class.db" "ATTACH '$place/undisturbed.db' AS calm" "SELECT count(*) FROM result r JOIN calm.result c
    ON (CAST(substr(r.student, 2) AS INTEGER) - 1) % 10 = CAST(substr(c.student, 2) AS INTEGER) - 1")
[ "$compared $different" = "$class_size 0" ] || fail "$compared scores compared, $different differ from an undisturbed run's"
echo "  $compared scores are those of an undisturbed run"

echo "a class of 30, detached, in tasks of 5:"
make_class "$place/away" 30
begin=$(date +%s)
"$grade" batch "$place/away" --db "$place/away.db" --slurm --detach --pack 5 --seed 7 --backend cpu --mem 1G \
    --sbatch=--nice=1 >"$place/batch.log" 2>&1 || fail "the detached batch ended with code $?"
grep -q "30 handed to the cluster" "$place/batch.log" || fail "the detached batch does not say what it handed over"
array=$(sed -n 's/^job \([0-9]*\): .*/\1/p' "$place/batch.log")
[ "$(scontrol show job "${array}_0" | grep -c 'MinMemoryNode=1G')" = 1 ] || fail "the memory was not passed on"
graded_away() { "$grade" status --db "$place/away.db" | sed -n 's/^on the cluster .*: \([0-9]*\) of 30 graded.*/\1/p'; }
has_away() { [ "$(graded_away)" -ge "$1" ] 2>/dev/null; }
until_true 300 "the first results of the detached array" has_away 2
scontrol requeue "$(squeue --noheader --array --states=running --format %A | head -n 1)" || fail "the task was not requeued"
echo "  $(graded_away) results: a task requeued"
until_true 300 "more results" has_away 6
sbatch --partition=urgent --exclusive --output=/dev/null --wrap='sleep 2' --wait >/dev/null || fail "the urgent job did not run"
echo "  $(graded_away) results: preempted by an urgent job"
until_true 300 "more results" has_away 12
scontrol update NodeName=localhost State=DOWN Reason=lost
sleep 2
# It may have come back by itself.
scontrol update NodeName=localhost State=RESUME 2>/dev/null
echo "  $(graded_away) results: the node lost, and back"
until_true 900 "the last job" test ! -e "$place/away.db.parts"
doubles=$(sqlite3 "$place/away.db" "SELECT count(*) FROM (SELECT 1 FROM result GROUP BY student, lab HAVING count(*) > 1)")
[ "$(results away) $doubles" = "30 0" ] || fail "$(results away) of 30 results, $doubles double"
echo "  30 results after $(($(date +%s) - begin)) s, each once; nobody waited for them"

echo "an array that Slurm forgets:"
make_class "$place/forgotten" 6
start_batch forgotten
until_true 300 "a task" is_grading
kill -9 "$controller_pid" "$node_pid"
task=$(task_pid)
[ -z "$task" ] || kill -9 "$task"
rm -rf "$place/state" "$place/spool"
mkdir -p "$place/state" "$place/spool"
echo "  $(results forgotten) results: all killed, and Slurm's state removed"
start_controller -c
start_node
wait "$batch_pid"
code=$?
batch_pid=
[ "$code $(results forgotten)" = "0 6" ] || fail "exit code $code, $(results forgotten) of 6 results"
[ "$(grep -c '^job ' "$place/batch.log")" -ge 3 ] || fail "the array was not submitted again"
echo "  6 results: what had none was submitted again"
echo "check-slurm: passed"
