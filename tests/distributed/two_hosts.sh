#!/bin/sh
# grb on two hosts, which are two network namespaces of this machine, one process on each: the answer, and whether as many bytes
# went over the wire as --verbose says.
#
# Needs: Open MPI's mpirun, the programs ip and unshare, and the right to make namespaces; without them the status is 77, skipped.
# usage: two_hosts.sh MPIRUN GRB FOLDER
set -eu
mpirun=$1 grb=$2 folder=$3
id=gbh$$ # at most 15 characters make the name of an interface
skip() {
    echo "skipped: two hosts: $1"
    exit 77
}
"$mpirun" --version 2>&1 | grep -q -e "Open MPI" -e OpenRTE || skip "it is Open MPI that starts processes by a given program"
remove() {
    for host in a b; do ip netns del "$id$host" 2>/dev/null || true; done
}
trap remove EXIT
for host in a b; do ip netns add "$id$host" 2>/dev/null || skip "no network namespaces can be made here"; done
ip link add "${id}va" netns "${id}a" type veth peer name "${id}vb" netns "${id}b" 2>/dev/null || skip "no veth can be made here"
address=10.77.0.
for host in a b; do
    number=1
    [ $host = b ] && number=2
    ip -n "$id$host" addr add "$address$number/24" dev "${id}v$host"
    ip -n "$id$host" link set "${id}v$host" up
    ip -n "$id$host" link set lo up
done

mkdir -p "$folder"
# What Open MPI calls in place of ssh, with a host and a command.
cat > "$folder/agent" <<AGENT
#!/bin/sh
host=\$1
shift
case \$host in *1) name=${id}a ;; *) name=${id}b ;; esac
exec ip netns exec \$name unshare --uts sh -c "hostname \$name; \$*"
AGENT
chmod +x "$folder/agent"
"$grb" generate rmat 14 16 --out "$folder/graph.gbm" > "$folder/log"
alone=$("$grb" tc "$folder/graph.gbm" --json | sed 's/.*"triangles":\([0-9]*\).*/\1/')
bytes_on_wire() {
    ip netns exec "${id}a" sh -c "cat /sys/class/net/${id}va/statistics/rx_bytes /sys/class/net/${id}va/statistics/tx_bytes" |
        { read -r in && read -r out && echo $((in + out)); }
}
before=$(bytes_on_wire)
ip netns exec "${id}a" unshare --uts sh -c "hostname ${id}a; exec '$mpirun' --allow-run-as-root \
    --mca plm_rsh_agent '$folder/agent' --mca btl tcp,self --mca pml ob1 --mca oob_tcp_if_include ${address}0/24 \
    --mca btl_tcp_if_include ${address}0/24 -host ${address}1:1,${address}2:1 -n 2 '$grb' tc '$folder/graph.gbm' --json --verbose" \
    > "$folder/out" 2> "$folder/said"
wire=$(($(bytes_on_wire) - before))
together=$(sed 's/.*"triangles":\([0-9]*\).*/\1/' "$folder/out")
counted=$(sed -n 's/.* \([0-9]*\) bytes in [0-9]* messages.*/\1/p' "$folder/said")
echo "triangles: $together of two hosts, $alone of one process; $counted bytes counted, $wire on the wire"
[ "$together" = "$alone" ] || exit 1
# Headers of TCP and IP are 66 of 1514 bytes, in both directions; starting the processes takes some hundred kilobytes.
[ "$wire" -ge "$counted" ] && [ "$wire" -le $((counted * 110 / 100 + 500000)) ]
