# The page that leads to the decks, from their titles: awk -f index.awk slides/*.md
BEGIN {
    print "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Warplab: slides</title>"
    print "<meta name=\"viewport\" content=\"width=device-width\"><style>:root{color-scheme:light dark}"
    print "body{font:1.2em/1.6 Arial,sans-serif;max-width:40em;margin:2em auto;padding:0 1em}</style>"
    print "<h1>Warplab: slides</h1><p>" (notes == "yes" ? "P opens the speaker's view with the notes, " : "") "F fills the screen.</p><ul>"
}
FNR == 1 { lang = "" }
/^lang: / { lang = " lang=\"" $2 "\"" }
/^title: / {
    name = FILENAME
    gsub(/^.*\/|\.md$/, "", name)
    gsub(/^title: "?|"$/, "")
    printf "<li><a href=\"%s.html\"%s>%s</a></li>\n", name, lang, $0
}
END { print "</ul></html>" }
