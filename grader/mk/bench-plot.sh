#!/bin/sh
# bench-plot.sh CSV FOLDER: draws the results of make bench as SVG pictures: reduce, scan, histogram and ladder. The
# CSV may be compressed by gzip.
# Curves differ in colour and dash, also in print; the text follows the reader's light or dark theme.
set -e
csv=$1 folder=$2
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
mkdir -p "$folder"
gzip -dcf "$csv" >"$parts/csv"
csv=$parts/csv

device=$(sed -n 's/^# device: \([^,]*\),.*/\1/p' "$csv")
date=$(sed -n 's/^# date: //p' "$csv")

# rows DATA GROUP NAME [limit]: lines "n GB/s" of the timed runners, or of their limit, which older tables
# do not have. The name may have a comma, in quotes.
rows() {
    awk -v data="$1" -v group="$2" -v name="$3" -v column="$([ "${4:-}" = limit ] && echo 8 || echo 7)" -F'"' '
        { split($1, before, ","); split($3, after, ",") }
        before[2] == data && before[3] == group && $2 == name && after[column] != "" { print before[1], after[column] }
    ' "$csv"
}

# curves PICTURE TITLE DATA LIMIT, then GROUP, NAME and a label for each curve.
curves() {
    picture=$1 title=$2 data=$3 limit=$4
    shift 4
    curve=0 plot=
    while [ $# -ge 3 ]; do
        curve=$((curve + 1))
        rows "$data" "$1" "$2" >"$parts/$curve"
        [ -s "$parts/$curve" ] && plot="$plot${plot:+, }'$parts/$curve' with linespoints linestyle $curve title '$3'"
        shift 3
    done
    # The challenge of each picture is that one of its group.
    rows "$data" "challenge-$picture" "challenge_$picture" limit >"$parts/limit"
    [ -s "$parts/limit" ] && plot="$plot${plot:+, }'$parts/limit' with lines lw 1.5 dt 4 lc rgb '#808080' title 'limit: $limit'"
    [ -n "$plot" ] || { echo "nothing to draw for $picture" >&2; return 0; }
    draw "$picture" "$title" "set key below horizontal maxrows 3 Left reverse samplen 2
        set logscale x 2
        set format x '2^{%L}'
        set xlabel 'elements'
        set ylabel 'GB/s'
        plot $plot"
}

# The whole ladder at one size: a bar for each rung, on a logarithmic scale.
ladder() {
    awk -F'"' '
        { split($1, before, ","); split($3, after, ",") }
        before[1] == 268435456 && (before[2] == "random" || before[2] == "uniform") && after[7] != "" {
            gsub("_", " ", $2); sub(", device to device", "", $2)
            printf "%d\t%s\t%s: %s\n", place++, after[7], before[3], $2 }' "$csv" >"$parts/ladder"
    [ -s "$parts/ladder" ] || { echo "nothing to draw for the ladder" >&2; return 0; }
    draw ladder "Every rung, 2^{28} elements" "unset key
        set logscale x
        set xrange [1:20000]
        set yrange [$(wc -l <"$parts/ladder"):-1]
        set xlabel 'GB/s'
        set style fill solid
        set tics nomirror
        set datafile separator '\t'
        plot '$parts/ladder' using (\$2/2):1:(\$2/2):(0.35):yticlabels(3) with boxxyerror linestyle 1, '' using (\$2*1.1):1:(sprintf('%.0f', \$2)) with labels left" 900 14
}

# draw PICTURE TITLE COMMANDS [HEIGHT [SIZE OF LETTERS]]
draw() {
    echo "  plot    $folder/$1.svg"
    gnuplot <<END
set terminal svg size 960,${4:-540} dynamic font "sans-serif,${5:-18}"
set output "$parts/$1.svg"
set title "$2, $device, $date"
set grid
set style line 1 lw 2.5 pt 7 ps 0.6 lc rgb "#0072b2"
set style line 2 lw 2.5 pt 5 ps 0.6 lc rgb "#d55e00" dt 2
set style line 3 lw 2.5 pt 9 ps 0.7 lc rgb "#009e73"
set style line 4 lw 2.5 pt 13 ps 0.7 lc rgb "#cc79a7" dt 3
set style line 5 lw 2.5 pt 11 ps 0.7 lc rgb "#b58900"
set style line 6 lw 2.5 pt 4 ps 0.7 lc rgb "#56b4e9" dt 4
set style line 7 lw 2.5 pt 6 ps 0.7 lc rgb "#808080"
set style line 8 lw 2.5 pt 8 ps 0.7 lc rgb "#6a51a3" dt 2
$3
END
    # gnuplot's black becomes the colour of the page's text.
    sed -e "s/<title>Gnuplot<\/title>/<title>$2<\/title>/" \
        -e 's|<g id="gnuplot_canvas">|<style>#gnuplot_canvas { --ink: #1f2328; } @media (prefers-color-scheme: dark) { #gnuplot_canvas { --ink: #e6edf3; } } [fill="black"], text { fill: var(--ink); } [stroke="black"] { stroke: var(--ink); } </style>\n&|' \
        -e "s/stroke='black'/stroke=\"black\"/g" -e 's/color="black"/style="color: var(--ink)"/g' \
        "$parts/$1.svg" >"$folder/$1.svg"
}

curves reduce "Sum of ints" random "memory clock" copy "cudaMemcpyAsync, device to device" "a copy" CUB DeviceReduce::Sum "CUB" \
    Thrust reduce Thrust challenge-reduce challenge_reduce "challenge-reduce" \
    lab5 reduce_complete_unroll_warps8 "lab 5, unrolled" lab4 reduce_interleaved "lab 4, interleaved" \
    lab2 reduce_global "lab 2, global memory" lab4 reduce_neighbored "lab 4, neighbored"
curves scan "Scan of ints" random "a copy" copy "cudaMemcpyAsync, device to device" "a copy" CUB DeviceScan::ExclusiveSum "CUB" \
    Thrust exclusive_scan Thrust challenge-scan challenge_scan "challenge-scan" \
    lab7 scan_blelloch "lab 7, Blelloch" lab6 scan_hillis_steele "lab 6, Hillis-Steele"
curves histogram "Histogram of random bytes" uniform "reading" CUB "DeviceRadixSort, DeviceRunLengthEncode" "CUB sort" \
    CUB DeviceHistogram::HistogramEven "CUB" beyond histogram_sort_reduce "lab 10, beyond" \
    challenge-histogram challenge_histogram "challenge-histogram" lab9 histogram_multi "lab 9, several" \
    lab9 histogram_private "lab 9, private" lab10 histogram_sort_reduce "lab 10, sorting" \
    lab8 histogram_shared_atomics "lab 8, shared"
ladder
