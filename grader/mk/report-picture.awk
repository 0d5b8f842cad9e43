# A report of ./grade as a picture: lines of text in a terminal's looks, "ok" green, "FAIL" red, for light and dark.
{ gsub(/&/, "\\&amp;"); gsub(/</, "\\&lt;"); gsub(/>/, "\\&gt;"); line[NR] = $0 }
END {
    height = 18 * NR + 36
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"860\" height=\"" height "\" viewBox=\"0 0 860 " height "\" role=\"img\" aria-labelledby=\"title\">"
    print "<title id=\"title\">The report of a submission that lacks a barrier</title>"
    print "<style>.page { fill: #fff; stroke: #c3ccd5 } text { fill: #1c2733; font: 13px DejaVu Sans Mono, Menlo, Consolas, monospace; white-space: pre }"
    print ".ok { fill: #1a7f37 } .bad { fill: #b3261e; font-weight: bold } .head { font-weight: bold }"
    print "@media (prefers-color-scheme: dark) { .page { fill: #10161d; stroke: #3a4652 } text { fill: #e6edf3 } .ok { fill: #56d364 } .bad { fill: #ff8a80 } }</style>"
    print "<rect class=\"page\" x=\"0.5\" y=\"0.5\" width=\"859\" height=\"" height - 1 "\" rx=\"10\"/>"
    for (i = 1; i <= NR; i++) {
        kind = line[i] ~ /^  ok / ? " class=\"ok\"" : line[i] ~ /^  FAIL/ ? " class=\"bad\"" : line[i] ~ /^(Is it|Next|Hint|Score)/ ? " class=\"head\"" : ""
        print "<text x=\"20\" y=\"" 18 * i + 12 "\" xml:space=\"preserve\"" kind ">" line[i] "</text>"
    }
    print "</svg>"
}
