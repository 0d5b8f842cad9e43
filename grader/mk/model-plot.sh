#!/bin/sh
# model-plot.sh CSV SVG: prints how well modelled times agree with measured ones, by device and set of kernels, and
# draws them against each other. docs/results/model/README.md says what the columns are.
set -e
csv=$1 svg=$2
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT

# points DEVICE SET: lines "measured modelled" in microseconds.
points() {
    awk -F, -v device="$1" -v set="$2" '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        set != "all" && $column["set"] != set { next }
        $column[device "_us"] > 0 && column[device "_modelled_us"] && $column[device "_modelled_us"] > 0 {
            print $column[device "_us"], $column[device "_modelled_us"]
        }' "$csv"
}

# Rank of each line by a column: ties share the mean of their ranks.
ranks() {
    sort -g -k "$1,$1" | awk -v column="$1" '
        { line[NR] = $0; value[NR] = $column }
        END {
            for (i = 1; i <= NR; i = j) {
                for (j = i; j <= NR && value[j] == value[i]; j++)
                    ;
                for (k = i; k < j; k++)
                    print line[k], (i + j - 1) / 2
            }
        }'
}

# One line of the table: number, mean and median of the absolute error, Spearman's rank correlation, parts within.
agreement() {
    points "$1" "$2" | ranks 1 | ranks 2 | awk -v device="$1" -v set="$2" '
        function size(x) { return x < 0 ? -x : x }
        {
            error[NR] = size($2 / $1 - 1); sum += error[NR]
            ratio = size(log($2 / $1)); near += ratio <= log(1.25); fair += ratio <= log(1.5); far += ratio <= log(2)
            a += $3; b += $4; aa += $3 * $3; bb += $4 * $4; ab += $3 * $4
        }
        END {
            if (NR < 2) exit
            for (i = 2; i <= NR; i++)
                for (k = i; k > 1 && error[k] < error[k - 1]; k--) { t = error[k]; error[k] = error[k - 1]; error[k - 1] = t }
            median = NR % 2 ? error[(NR + 1) / 2] : (error[NR / 2] + error[NR / 2 + 1]) / 2
            rho = (NR * ab - a * b) / sqrt((NR * aa - a * a) * (NR * bb - b * b))
            printf "| %s | %s | %d | %.1f %% | %.1f %% | %.3f | %.0f %% | %.0f %% | %.0f %% |\n", toupper(device), set, NR,
                100 * sum / NR, 100 * median, rho, 100 * near / NR, 100 * fair / NR, 100 * far / NR
        }'
}

echo '| device | set | kernels | mean error | median error | Spearman | within 1.25 | 1.5 | 2 |'
echo '| --- | --- | --- | --- | --- | --- | --- | --- | --- |'
for device in h200 h100; do
    for set in A B C D E F G; do
        agreement "$device" "$set"
    done
done

[ -n "$svg" ] || exit 0
points h200 all >"$parts/h200"
points h100 all >"$parts/h100"
[ -s "$parts/h100" ] && h100=", '$parts/h100' with points pointtype 4 pointsize 0.6 linecolor '#c05000' title 'H100'"
gnuplot <<END
set terminal svg size 640,640 dynamic background '#ffffff' font 'sans-serif,13'
set output '$svg'
set logscale xy
set xlabel 'measured, us'
set ylabel 'modelled, us'
set key left top Left reverse
set grid linecolor '#dddddd'
plot x with lines linecolor '#000000' title 'equal', 1.5 * x with lines dashtype 2 linecolor '#888888' title '1.5 times', \
    x / 1.5 with lines dashtype 2 linecolor '#888888' notitle, \
    '$parts/h200' with points pointtype 6 pointsize 0.6 linecolor '#0060a0' title 'H200'$h100
END
