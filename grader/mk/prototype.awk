# Fills a file of grader/template for a launcher's prototype:
#   awk -v prototype='void f(const float *a, float *y, int rows, int cols)' -v lab=lab16 -f prototype.awk FILE
# @NAME@ in a line becomes a value; a line of nothing else becomes as many lines as the value has, or none. Lines that begin
# with @n@, @rows@, @nocols@, @side@, @whole@, @float@, @exact@, @half@, @vector@ or @includes@ are for launchers with such sizes or types. A prototype
# that cannot be described ends the run with one sentence and 2.

function refuse(sentence) {
    print "new-lab: " sentence >"/dev/stderr"
    refused = 1
    exit 2
}

# A type, its number of components, and what each of them is.
function know(type, element, size, fill, count, number) {
    element_of[type] = element
    size_of[type] = size
    fill_of[type] = fill
    count_of[type] = count == "" ? 1 : count
    number_of[type] = number == "" ? type : number
}

# Vectors of up to so many components, as call.h has them.
function know_vectors(stem, number, most,    c) {
    for (c = 2; c <= most; c++)
        know(stem c, toupper(stem) c, c * size_of[number], fill_of[number], c, number)
}

# What is read has a fill: inputs_FILL_random and the like (lab/inputs.h).
function know_types() {
    know("char", "INT8", 1, "byte"); know("signed char", "INT8", 1, "byte"); know("int8_t", "INT8", 1, "byte")
    know("unsigned char", "UINT8", 1, "byte"); know("uint8_t", "UINT8", 1, "byte")
    know("short", "INT16", 2, "short"); know("int16_t", "INT16", 2, "short")
    know("unsigned short", "UINT16", 2, "short"); know("uint16_t", "UINT16", 2, "short")
    know("int", "INT32", 4, "int"); know("int32_t", "INT32", 4, "int")
    know("unsigned int", "UINT32", 4, "int"); know("unsigned", "UINT32", 4, "int"); know("uint32_t", "UINT32", 4, "int")
    know("long long", "INT64", 8, "longlong"); know("int64_t", "INT64", 8, "longlong")
    know("unsigned long long", "UINT64", 8, "longlong"); know("uint64_t", "UINT64", 8, "longlong")
    know("float", "FLOAT", 4, "float"); know("double", "DOUBLE", 8, "double")
    know("__half", "HALF", 2, "half"); know("half", "HALF", 2, "half", 1, "__half")
    know("__half2", "HALF2", 4, "half", 2, "__half"); know("half2", "HALF2", 4, "half", 2, "__half")
    know_vectors("char", "signed char", 4); know_vectors("uchar", "unsigned char", 4)
    know_vectors("short", "short", 4); know_vectors("ushort", "unsigned short", 4)
    know_vectors("int", "int", 4); know_vectors("uint", "unsigned int", 4)
    know_vectors("longlong", "long long", 2); know_vectors("ulonglong", "unsigned long long", 2)
    know_vectors("float", "float", 4); know_vectors("double", "double", 2)
}

function is_float(type) { return number_of[type] ~ /^(__half|float|double)$/ }
function component(c) { return "." substr("xyzw", c, 1) }
function vector_of(number, count,    type) {
    type = number == "unsigned int" ? "uint" : number == "unsigned long long" ? "ulonglong" : number
    return type count
}

# A number in another type; a half through float.
function converted(expression, from, to) {
    if (from == to)
        return expression
    if (from == "__half")
        return converted("__half2float(" expression ")", "float", to)
    if (to == "__half")
        return (from == "double" ? "__double2half(" : "__float2half(") expression ")"
    return "(" to ")" (expression ~ /^[a-z_0-9]+(\[i\])?(\.[xyzw])?$|^[a-z_0-9]+\([^()]*\)$/ ? expression : "(" expression ")")
}

# Component by component: "make_float4(2 * sum.x, ...)".
function made(type, list) { return "make_" (type ~ /^(__)?half2$/ ? "half2" : type) "(" list ")" }
function join_to(list, item) { return list == "" ? item : list ", " item }
function line_to(lines, line) { return lines == "" ? line : lines "\n" line }

# Another name is quickly found: what cannot be described at all is said first.
function take_name(its) {
    if (taken == "" && (its in seen || its ~ /^(i|p|total|sum|elements|wrong|argc|argv|main|BLOCK|PART)$/))
        taken = "another name, please, for \"" shown "\": the lab has a " its " already"
    seen[its] = 1
}

# One parameter: its name, its type, what it is, and what stands in its brackets.
function read_parameter(text,    word, words, i, stars) {
    length_in_brackets = ""
    if (match(text, / ?\[[^][]*\]$/)) {
        length_in_brackets = substr(text, RSTART, RLENGTH)
        gsub(/[][ ]/, "", length_in_brackets)
        text = substr(text, 1, RSTART - 1)
        sub(/[A-Za-z_][A-Za-z_0-9]*$/, "*&", text)
    }
    if (text ~ /[[({]/)
        refuse("\"" text "\" is no plain parameter; a buffer is a pointer to its elements, such as const float *a, or const float a[rows * cols]")
    stars = gsub(/\*/, " ", text)
    if (stars > 1)
        refuse("\"" shown "\" is a pointer to pointers; a buffer is a pointer to its elements, such as const float *a")
    words = split(text, word, " ")
    is_const = 0
    type = ""
    for (i = 1; i < words; i++)
        if (word[i] == "const")
            is_const = 1
        else if (word[i] !~ /^(__)?restrict(__)?$/)
            type = type (type == "" ? "" : " ") word[i]
    name = word[words]
    if (type == "" || name !~ /^[A-Za-z_][A-Za-z0-9_]*$/ || name in element_of)
        refuse("\"" shown "\" needs a type and a name")
    take_name(name)
    is_buffer = stars == 1
    if (is_buffer && !(type in element_of))
        refuse("\"" shown "\": elements are of " (type ~ /bf/ ? "no such type yet" : "no known type") "; known are 8 to 64-bit whole numbers, __half, float, double, and vectors of them of up to 16 bytes")
}

# A scalar that is a real number is alpha or beta in the spec; which whole number is what is known at the end.
function take_scalar() {
    if (type == "float" || type == "double") {
        if (++reals > 2)
            refuse("\"" shown "\": a launcher has at most two real numbers, alpha and beta in the spec")
        slot[name] = reals == 1 ? "ALPHA" : "BETA"
    } else if (type == "int") {
        whole[++wholes] = name
    } else {
        refuse("\"" shown "\": which number is it? A size or an option is an int, and a factor a float or a double")
    }
    scalar_type[name] = type
}

function take_buffer(    role) {
    role = is_const ? "IN" : name ~ /scratch/ ? "SCRATCH" : "OUT"
    if (role == "IN" && type == "int" && name ~ /offsets/) {
        role = "OFFSETS"
        has["offsets"] = 1
    } else if (role == "IN" && type == "int" && name ~ /^(columns|targets|indices)/) {
        role = "INDICES"
        has["indices"] = 1
    }
    if (role == "OUT") {
        output[++outputs] = name
        output_type[outputs] = type
    } else if (role != "SCRATCH") {
        input[++inputs] = name
        input_type[inputs] = type
    }
    has["half"] = has["half"] || number_of[type] == "__half"
    has["vector"] = has["vector"] || count_of[type] > 1
    has["threes"] = has["threes"] || count_of[type] == 3
    buffer[++buffers] = name
    type_of[name] = type
    role_of[name] = role
    bracket[name] = length_in_brackets
}

function read_prototype(    text, parts, part, i) {
    text = prototype
    gsub(/[ \t\n]+/, " ", text)
    sub(/ *; *$/, "", text)
    sub(/^ /, "", text)
    if (text !~ /^void [a-z][a-z0-9_]* ?\(.*\)$/)
        refuse("a launcher is void NAME(PARAMETERS), with a name in small letters, and this is: " prototype)
    task = text
    sub(/^void /, "", task)
    sub(/ ?\(.*/, "", task)
    shown = task
    take_name(task)
    if (length(task) > 62)
        refuse("a launcher's name has at most 62 letters, and this one has more: " task)
    sub(/^[^(]*\(/, "", text)
    sub(/\)$/, "", text)
    parts = split(text, part, ",")
    if (parts > 12)
        refuse("a launcher has at most 12 parameters, and this one has " parts)
    for (i = 1; i <= parts; i++) {
        gsub(/^ | $/, "", part[i])
        shown = part[i]
        read_parameter(part[i])
        if (is_buffer)
            take_buffer()
        else
            take_scalar()
        order[i] = name
        declared[i] = (is_buffer ? (is_const ? "const " : "") type " *" : type " ") name
    }
    parameter_count = parts
    read_sizes()
    if (inputs == 0)
        refuse("nothing is read; a buffer that is read is const")
    if (outputs == 0)
        refuse("nothing is written; a buffer that is written is not const, and not called scratch")
    choose_types()
    if (taken != "")
        refuse(taken)
}

# How long buffers are.

function is_whole(its,    i) {
    for (i = 1; i <= wholes; i++)
        if (whole[i] == its)
            return 1
    return 0
}

function give_slot(its, candidates,    list, i, n) {
    n = split(candidates, list, " ")
    for (i = 1; i <= n; i++)
        if (!(list[i] in taken_by)) {
            taken_by[list[i]] = its
            slot[its] = list[i]
            has[list[i]] = 1
            return
        }
    if (has["square"])
        refuse("\"" its "\": where matrices are square, their side is the only size")
    refuse("\"" its "\": a launcher has at most three sizes, or four where one array has offsets into another")
}

# The sizes that are multiplied with others, and those that are named in brackets at all.
function note_sizes(its,    terms, term, factors, factor, t, f) {
    terms = split(bracket[its], term, "+")
    for (t = 1; t <= terms; t++) {
        factors = split(term[t], factor, "*")
        for (f = 1; f <= factors; f++) {
            if (factor[f] ~ /^[0-9]+$/)
                continue
            if (!is_whole(factor[f]) && !(factor[f] == "n" && has["offsets"]))
                refuse("\"" its "[" bracket[its] "]\": \"" factor[f] "\" is no int among the parameters")
            named[factor[f]] = 1
            if (f > 1 && factor[f] == factor[f - 1])
                has["square"] = 1
            if (role_of[its] == "OFFSETS")
                parts_by = factor[f]
            else if (role_of[its] == "INDICES" && factors == 1 && entries_by == "")
                entries_by = factor[f]
            if (factors > 1 && term[t] !~ /^[0-9]+\*[^*]*$/ && term[t] !~ /^[^*]*\*[0-9]+$/)
                multiplied[factor[f]] = 1
        }
    }
}

# Which size of the spec each int is: by its name, or by what is multiplied with what.
function read_sizes(    i, its) {
    for (i = 1; i <= buffers; i++)
        note_sizes(buffer[i])
    for (its in multiplied)
        products = 1
    if (has["offsets"] && (parts_by == "" || entries_by == ""))
        refuse("offsets and indices need their lengths: const int offsets[rows + 1], const int columns[n]")
    if (has["offsets"]) {
        give_slot(parts_by, "ROWS")
        give_slot(entries_by, "N")
    }
    for (i = 1; i <= wholes; i++)
        if (whole[i] ~ /^(rows|cols)$/ && !(whole[i] in slot) && !has["square"])
            give_slot(whole[i], toupper(whole[i]))
    products = products || has["COLS"] || (has["ROWS"] && !has["offsets"])
    for (i = 1; i <= wholes; i++) {
        its = whole[i]
        if (its in slot || !(its in named || its == "n"))
            continue
        if (has["square"])
            give_slot(its, "SIDE")
        else
            give_slot(its, products ? "ROWS COLS INNER" : has["offsets"] ? "COLS INNER" : "N INNER")
    }
    for (i = 1; i <= wholes; i++)
        if (!(whole[i] in slot)) {
            if (has["OPTION"])
                refuse("\"int " whole[i] "\": which number is it? One int may be an option; sizes are named in brackets, such as const float a[n + " whole[i] "]")
            has["OPTION"] = 1
            slot[whole[i]] = "OPTION"
        }
    has["rows"] = !has["offsets"] && has["ROWS"]
    has["n"] = has["N"]
    if (has["rows"] && !has["COLS"])
        give_slot("cols", "COLS")
    usual = has["N"] && !has["offsets"] ? taken_by["N"] : has["rows"] && !has["INNER"] ? taken_by["ROWS"] "*" taken_by["COLS"] \
        : has["SIDE"] ? taken_by["SIDE"] "*" taken_by["SIDE"] : ""
    for (i = 1; i <= buffers; i++) {
        if (bracket[buffer[i]] == "" && usual == "")
            refuse("nothing says how large \"" buffer[i] "\" is; give the launcher int n, or int rows and int cols, or a length in brackets: " buffer[i] "[n]")
        if (bracket[buffer[i]] == "")
            bracket[buffer[i]] = usual (role_of[buffer[i]] == "SCRATCH" ? "+4096" : "")
        read_length(buffer[i])
    }
}

function in_order(slots) {
    if (slots == "SIDE SIDE" || slots == "COLS ROWS" || slots == "ROWS COLS")
        return "rows_cols"
    if (slots == "INNER ROWS" || slots == "ROWS INNER")
        return "rows_inner"
    if (slots == "COLS INNER" || slots == "INNER COLS")
        return "inner_cols"
    if (slots ~ /^(ROWS|COLS|INNER) (ROWS|COLS|INNER) (ROWS|COLS|INNER)$/)
        return "rows_cols_inner"
    return slots == "SIDE" ? "rows" : slots ~ / / ? "" : tolower(slots)
}

# The extent of a buffer: as the spec has it, as C has it, and how much it is in what is measured and timed.
function read_length(its,    terms, term, factors, factor, t, f, times, slots, of, here, there, measured, timed) {
    terms = split(bracket[its], term, "+")
    for (t = 1; t <= terms; t++) {
        factors = split(term[t], factor, "*")
        times = 1
        slots = here = there = ""
        for (f = 1; f <= factors; f++) {
            here = here (f > 1 ? " * " : "") factor[f]
            if (factor[f] ~ /^[0-9]+$/) {
                times *= factor[f]
                there = there (f > 1 ? " * " : "") factor[f]
                continue
            }
            slots = slots (slots == "" ? "" : " ") slot[factor[f]]
            of = slot[factor[f]] == "SIDE" ? "rows" : tolower(slot[factor[f]])
            there = there (f > 1 ? " * " : "") "p->shape." of
            if (slot[factor[f]] == "N" && !is_whole(factor[f]))
                untold[its] = 1
        }
        of = slots == "" ? "fixed" : in_order(slots)
        if (of == "")
            refuse("\"" its "[" bracket[its] "]\": these sizes cannot be multiplied in a spec")
        fields[its] = join_to(fields[its], "." of " = " times)
        own_length[its] = own_length[its] (t > 1 ? " + " : "") here
        shape_length[its] = shape_length[its] (t > 1 ? " + " : "") there
        names_of[its] = slots names_of[its]
    }
}

# What is added up, and in which type: that of floating-point inputs, if there are any.
function choose_types(    i, k, its, most_bytes) {
    for (i = 1; i <= inputs; i++) {
        its = input_type[i]
        if (role_of[input[i]] == "IN" && (fill == "" || is_float(its) > has["float"] || (is_float(its) == has["float"] && size_of[number_of[its]] > most_bytes))) {
            fill = fill_of[its]
            most_bytes = size_of[number_of[its]]
        }
        if (role_of[input[i]] == "IN" && is_float(its)) {
            has["float"] = 1
            has["double"] = has["double"] || number_of[its] == "double"
        }
        has["long"] = has["long"] || fill_of[its] == "longlong"
        most = count_of[its] > most ? count_of[its] : most
    }
    if (fill == "")
        fill = "int"
    for (k = 1; k <= outputs; k++) {
        its = output_type[k]
        if (number_of[its] == "__half" && !has["float"])
            refuse("\"" its " *" output[k] "\" is made of whole numbers; halves are made of floats")
        has["double"] = has["double"] || number_of[its] == "double"
        has["real outputs"] = has["real outputs"] || is_float(its)
        most = count_of[its] > most ? count_of[its] : most
        if (!(own_length[output[k]] in length_seen))
            total = total (total == "" ? "" : " + ") own_length[output[k]]
        length_seen[own_length[output[k]]] = 1
    }
    if (total !~ /[a-z]/)
        refuse("\"" output[1] "\": outputs of fixed length are not made here; make the lab with " output[1] "[n], and change its length in the spec")
    for (i = 1; i <= inputs; i++)
        if (!(input[i] in untold) && (role_of[input[i]] == "IN" || !has["float"]))
            added[++addends] = i
    if (most > 2 && sum_type() ~ /double|long/)
        refuse("vectors of " most " do not go together with double or 64-bit numbers here; make the lab with one type, and change it")
}

# The type in which the inputs' elements are added: unsigned wraps.
function sum_type() {
    if (has["float"])
        return has["double"] ? "double" : "float"
    return has["long"] ? "unsigned long long" : "unsigned int"
}

# A buffer as long as what threads count needs no guard.
function guarded(its) { return own_length[its] != total }
function is_scalar_added(its) { return slot[its] ~ /^(ALPHA|BETA|OPTION)$/ }

# What the lab makes until its author thinks of something: that sum, two, three, ... times; whole numbers beside floats
# are their element's number as often. @param of "" or a component
function is_counted(k) { return has["float"] && !is_float(output_type[k]) }
function right_value(k, of) {
    if (is_counted(k))
        return converted(k + 1 " * i", "", number_of[output_type[k]])
    return converted(k + 1 " * sum" of, sum_type(), number_of[output_type[k]])
}

function join_terms(terms, term) { return terms == "" ? term : terms " + " term }
function scalar_term(its) { return converted(scalar_type[its] ~ /float|double/ && !has["float"] ? "(int)" its : its, scalar_type[its], sum_type()) }

# One component of the sum of what is at i of all arrays. @param prefix of a vector's name
function terms_of(c,    j, its, term, terms) {
    for (j = 1; j <= addends; j++) {
        its = input[added[j]]
        if (count_of[type_of[its]] > 1)
            term = c > count_of[type_of[its]] ? "" : converted("of_" its component(c), number_of[type_of[its]], sum_type())
        else
            term = converted(its "[i]", number_of[type_of[its]], sum_type())
        if (term != "" && count_of[type_of[its]] == 1 && guarded(its))
            term = "(i < " own_length[its] " ? " term " : 0)"
        if (term != "")
            terms = join_terms(terms, term)
    }
    for (j = 1; j <= parameter_count; j++)
        if (is_scalar_added(order[j]))
            terms = join_terms(terms, scalar_term(order[j]))
    return terms == "" ? "0" : terms
}

# A vector is loaded as a whole.
function load(    j, its, c, lines, list, zeros) {
    for (j = 1; j <= addends; j++) {
        its = input[added[j]]
        if (count_of[type_of[its]] == 1)
            continue
        zeros = ""
        for (c = 1; c <= count_of[type_of[its]]; c++)
            zeros = join_to(zeros, converted("0", "int", number_of[type_of[its]]))
        lines = line_to(lines, "const " type_of[its] " of_" its " = " \
            (guarded(its) ? "i < " own_length[its] " ? " its "[i] : " made(type_of[its], zeros) : its "[i]") ";")
    }
    if (most == 1)
        return line_to(lines, "const " sum_type() " sum = " terms_of(1) ";")
    for (c = 1; c <= most; c++)
        list = join_to(list, terms_of(c))
    return line_to(lines, "const " vector_of(sum_type(), most) " sum = " made(vector_of(sum_type(), most), list) ";")
}

function of_component(c) { return most > 1 ? component(c) : "" }

function stored(k,    c, list, its) {
    its = output[k]
    for (c = 1; c <= count_of[output_type[k]]; c++)
        list = join_to(list, right_value(k, of_component(c)))
    return (guarded(its) ? "if (i < " own_length[its] ")\n    " : "") its "[i] = " \
        (count_of[output_type[k]] > 1 ? made(output_type[k], list) : list) ";"
}

# Whether what is there is wrong; a half is compared as the number that it is.
function compared(k,    c, list, its, right) {
    for (c = 1; c <= count_of[output_type[k]]; c++) {
        its = output[k] "[i]" (count_of[output_type[k]] > 1 ? component(c) : "")
        right = right_value(k, of_component(c))
        if (number_of[output_type[k]] == "__half")
            list = list (c > 1 ? " || " : "") "__half2float(" its ") != __half2float(" right ")"
        else
            list = list (c > 1 ? " || " : "") its " != " right
    }
    return guarded(output[k]) ? "(i < " own_length[output[k]] " && (" list "))" : list
}

# Small numbers for try.cu, no two components alike.
function filled(its, j,    c, list) {
    for (c = 1; c <= count_of[type_of[its]]; c++)
        list = join_to(list, converted("i % 7 + " j + c - 1, "int", number_of[type_of[its]]))
    return "for (int i = 0; i < " own_length[its] "; i++)\n    " its "[i] = " (count_of[type_of[its]] == 1 ? list : made(type_of[its], list)) ";"
}

# One number of the sum, in the spec: c is its component.
function spec_sum(    j, its, width, at, term, lines, real) {
    for (j = 1; j <= addends; j++) {
        its = input[added[j]]
        width = count_of[type_of[its]]
        at = "[" (width > 1 ? width " * i + c" : "i") "]"
        real = number_of[type_of[its]] == "__half" ? "element_value(ELEMENT_HALF, p->in[" added[j] - 1 "], (size_t)" substr(at, 2, length(at) - 2) ")" \
            : "((const " number_of[type_of[its]] " *)p->in[" added[j] - 1 "])" at
        term = width > 1 && width < most ? "c < " width : ""
        if (guarded(its))
            term = term (term == "" ? "" : " && ") "i < " shape_length[its]
        lines = line_to(lines, (term == "" ? "" : "if (" term ")\n    ") added_up(real))
    }
    for (j = 1; j <= parameter_count; j++)
        if (is_scalar_added(order[j]))
            lines = line_to(lines, added_up((scalar_type[order[j]] == "int" ? "" : has["float"] ? "(" scalar_type[order[j]] ")" : "(int)") \
                (slot[order[j]] == "OPTION" ? "p->option" : "p->shape." tolower(slot[order[j]]))))
    return lines
}

function added_up(term) { return has["float"] ? "float_sum_add(&sum, (double)" term ");" : "sum += (" sum_type() ")" term ";" }

# The right answer to all numbers of an output, and how far from it an answer may be.
function solved(k,    type, width, i, right, bound) {
    type = number_of[output_type[k]]
    width = count_of[output_type[k]]
    i = width > 1 ? width " * i + c" : "i"
    if (is_counted(k))
        right = "((" type " *)p->out[" k - 1 "])[" i "] = (" type ")(" k + 1 " * i);"
    else if (!has["float"])
        right = "((" type " *)p->out[" k - 1 "])[" i "] = (" type ")(" k + 1 " * sum_of(p, i" (most > 1 ? ", " (width > 1 ? "c" : "0") : "") "));"
    else {
        right = type == "__half" ? "element_store(ELEMENT_HALF, p->out[" k - 1 "], (size_t)(" i "), float_sum_value(&sum));" \
            : "((" type " *)p->out[" k - 1 "])[" i "] = (" type ")float_sum_value(&sum);"
        bound = "float_sum_bound(&sum, ELEMENT_" element_of[type == "__half" ? sum_type() : type] ", " (k + 1) * (addends + reals + 1) + 1 ")"
        if (type == "__half")
            bound = "float_stored_bound(float_sum_value(&sum), " bound ", ELEMENT_HALF)"
        right = "const struct float_sum sum = sum_of(p, i" (most > 1 ? ", " (width > 1 ? "c" : "0") : "") ", " k + 1 ");\n" right \
            "\np->bound[" k - 1 "][" i "] = " bound ";"
    }
    gsub(/\n/, "\n        ", right)
    return "for (int64_t i = 0; i < " shape_length[output[k]] "; i++)" \
        (width > 1 ? "\n    for (int c = 0; c < " width "; c++)" : "") " {\n        " right "\n    }"
}

# How much a buffer is in a shape: names are the slots' values.
function amount(its, sizes,    terms, term, factors, factor, t, f, product, all) {
    terms = split(bracket[its], term, "+")
    for (t = 1; t <= terms; t++) {
        factors = split(term[t], factor, "*")
        product = 1
        for (f = 1; f <= factors; f++)
            product *= factor[f] ~ /^[0-9]+$/ ? factor[f] : sizes[slot[factor[f]]]
        all += product
    }
    return all
}

# Bytes of all that is read and written for each of n elements: of what is longer than all outputs together the rest is
# not read.
function bytes_each(sizes, n,    k, its, all, threads, once) {
    for (k = 1; k <= outputs; k++) {
        its = output[k]
        all += size_of[type_of[its]] * amount(its, sizes)
        threads += own_length[its] in once ? 0 : amount(its, sizes)
        once[own_length[its]] = 1
    }
    for (k = 1; k <= addends; k++) {
        its = input[added[k]]
        all += size_of[type_of[its]] * (amount(its, sizes) < threads ? amount(its, sizes) : threads)
    }
    return sprintf("%.7g", all / n)
}

# What a case has besides n, or rows and columns. @param inner a length, but a small one where it is multiplied
function more_sizes(rows, inner) {
    return (has["offsets"] ? ".rows = " rows ", " (has["COLS"] ? ".cols = 50, " : "") : "") (has["INNER"] ? ".inner = " inner ", " : "") \
        (has["OPTION"] ? ".option = 3, " : "") (reals > 0 ? ".alpha = 2.5, " : "") (reals > 1 ? ".beta = -1.5, " : "")
}

function make_values(    i, k, its, role, list, fewer, kind, sizes, more, side, each_bytes) {
    value["unused"] = ""
    value["total"] = total
    value["total_part"] = total ~ /\+/ ? "(" total ")" : total
    for (i = 1; i <= buffers; i++) {
        its = buffer[i]
        role = role_of[its]
        kind = role == "OFFSETS" ? "SPEC_OFFSETS(N, " : role == "INDICES" ? "SPEC_INDICES(" (its ~ /^columns/ && has["COLS"] ? "COLS" : has["ROWS"] ? "ROWS" : "N") ", " \
            : "SPEC_" role "(" element_of[type_of[its]] ", "
        entry[its] = kind fields[its] ")"
        about[its] = "device, " own_length[its] " elements" (role == "OUT" ? "; receives the results" \
                     : role == "SCRATCH" ? " for whatever is useful; holds no known values" : "; must be as before when the work is done")
        value["allocate"] = line_to(value["allocate"], type_of[its] " *" its ";\n" \
            "CUDA_CHECK(cudaMallocManaged((void **)&" its ", (" own_length[its] " + 1L) * sizeof *" its "));")
        value["free"] = line_to("CUDA_CHECK(cudaFree(" its "));", value["free"])
        if (role == "SCRATCH")
            value["unused"] = line_to(value["unused"], "(void)" its ";")
    }
    for (i = 1; i <= addends; i++) {
        its = input[added[i]]
        passes[its] = 1
        more = more || guarded(its)
    }
    for (k = 1; k <= outputs; k++) {
        passes[output[k]] = 1
        more = more || guarded(output[k])
    }
    for (i = 1; i <= parameter_count; i++) {
        its = order[i]
        if (its in slot && (is_scalar_added(its) || more))
            passes[its] = 1
        if (its in passes) {
            list = join_to(list, its in slot ? "int" == scalar_type[its] ? "int " its : declared[i] : (role_of[its] == "OUT" ? "" : "const ") type_of[its] " *" its)
            value["kernel_arguments"] = join_to(value["kernel_arguments"], its)
        } else if (its in role_of && role_of[its] != "SCRATCH")
            value["unused"] = line_to(value["unused"], "(void)" its ";")
        value["parameters"] = join_to(value["parameters"], declared[i])
        value["arguments"] = join_to(value["arguments"], its)
        value["entries"] = join_to(value["entries"], its in entry ? entry[its] : "SPEC_SCALAR(" element_of[scalar_type[its]] ", " slot[its] ")")
        value["documents"] = line_to(value["documents"], " * @param " its " " (its in about ? about[its] \
            : slot[its] ~ /ALPHA|BETA/ ? "a number that is added" : slot[its] == "OPTION" ? "a whole number that is added" : "0 or more, not always a multiple of anything"))
    }
    value["kernel_parameters"] = list
    for (i = 1; i <= inputs; i++)
        value["fill"] = line_to(value["fill"], filled(input[i], i))
    for (k = 1; k <= outputs; k++) {
        value["store"] = line_to(value["store"], stored(k))
        value["wrong"] = value["wrong"] (k > 1 ? " || " : "") compared(k)
        value["right"] = line_to(value["right"], solved(k))
    }
    # Vectors are fewer, so that all have about as many bytes.
    fewer = most > 2 ? 2 : most - 1
    value["more"] = more_sizes("70", "7")
    value["measured_more"] = more_sizes("1 << 17", products ? "7" : "1 << 16")
    value["gpu_more"] = more_sizes("1 << 21", products ? "7" : "1 << 20")
    value["timed_more"] = more_sizes(has["offsets"] ? "1 << " 23 - fewer : "", products ? "7" : "1 << 20")
    sub(/, $/, ",", value["timed_more"])
    value["measured_power"] = 20 - fewer
    value["measured_rows"] = (has["INNER"] ? 200 : 1000) / 2 ^ fewer
    value["gpu_power"] = 24 - fewer
    value["timed_power"] = 26 - fewer
    value["timed_rows_power"] = 17 - fewer
    value["timed_elements"] = 2 ^ (26 - fewer)
    side = 2 ^ 13 / (fewer > 0 ? 2 : 1)
    if (has["SIDE"]) {
        value["timed_power"] = fewer > 0 ? 24 : 26
        value["timed_elements"] = side * side
    }
    value["side"] = side
    sizes["ROWS"] = has["offsets"] ? 2 ^ 17 : value["measured_rows"]
    sizes["COLS"] = has["offsets"] ? 50 : 1050
    sizes["INNER"] = products ? 7 : 2 ^ 16
    sizes["SIDE"] = 1000
    sizes["N"] = has["SIDE"] ? 1000000 : has["rows"] ? sizes["ROWS"] * sizes["COLS"] : 2 ^ value["measured_power"] + 4000
    value["measured_bytes"] = bytes_each(sizes, sizes["N"])
    sizes["ROWS"] = 2 ^ (has["offsets"] ? 23 - fewer : value["timed_rows_power"])
    sizes["COLS"] = has["offsets"] ? 50 : 2 ^ 9
    sizes["INNER"] = products ? 7 : 2 ^ 20
    sizes["SIDE"] = side
    sizes["N"] = has["SIDE"] ? side * side : 2 ^ value["timed_power"]
    value["bytes"] = bytes_each(sizes, sizes["N"])
    # All buffers of a modelled call are to lie in 700 MB, of which 2^24 elements of more bytes would take too much.
    for (i = 1; i <= buffers; i++)
        each_bytes += size_of[type_of[buffer[i]]] * amount(buffer[i], sizes) / sizes["N"]
    if (each_bytes > 36)
        value["timed_more"] = ".modelled_n = 1 << 22,\n                  " value["timed_more"]
    value["measured_bytes"] = value["measured_bytes"] ~ /\./ ? value["measured_bytes"] : value["measured_bytes"] ".0"
    for (i = 1; i <= parameter_count; i++) {
        its = order[i]
        if (!(its in slot))
            continue
        value["try_sizes"] = line_to(value["try_sizes"], "const " scalar_type[its] " " its " = " \
            (slot[its] == "N" ? "elements" : slot[its] == "SIDE" ? "(int)sqrt((double)elements)" : slot[its] == "ALPHA" ? "2.5f" : slot[its] == "BETA" ? "-1.5f" \
             : slot[its] == "COLS" ? "100" : slot[its] == "ROWS" ? has["offsets"] ? "70" : "elements / 100" : slot[its] == "OPTION" ? "3" : "7") ";")
    }
    if (has["offsets"] && !is_whole("n"))
        value["try_sizes"] = line_to(value["try_sizes"], "const int n = elements;")
    # A vector of three is loaded one component at a time, and each time all of its sectors are moved.
    value["most_moved"] = has["threes"] ? "3.3" : "1.3"
    value["load"] = load()
    value["spec_sum"] = spec_sum()
    value["spec_component"] = most > 1 ? ", int c" : ""
    value["sum_type"] = sum_type()
    value["task"] = task
    value["prototype"] = "void " task "(" value["parameters"] ")"
    value["lab"] = lab
    value["LAB"] = toupper(lab)
    value["title"] = "Lab " substr(lab, 4)
    value["random"] = ".fill = inputs_" fill "_random, .data = \"" (has["float"] ? "random from -1 to 1" : "random") "\""
    value["small"] = ".fill = inputs_" fill "_" (fill == "byte" ? "skewed" : "small") ", .data = \"" \
        (has["float"] ? "whole numbers from -8 to 8" : fill == "byte" ? "skewed" : "-100 to 100") "\""
    value["last"] = ".fill = inputs_" fill "_last_only, .data = \"zeros, but for the last element\""
    value["timed"] = "inputs_" fill "_random"
    kept["n"] = has["n"]
    kept["rows"] = has["rows"]
    kept["side"] = has["SIDE"]
    kept["nocols"] = has["rows"] && !has["indices"]
    kept["half"] = has["half"]
    kept["vector"] = has["vector"]
    kept["includes"] = has["half"] || has["vector"]
    kept["float"] = has["float"]
    kept["whole"] = !has["float"]
    kept["exact"] = !has["float"] && has["real outputs"]
}

function replaced(line,    out, name) {
    while (match(line, /@[A-Za-z_]+@/)) {
        name = substr(line, RSTART + 1, RLENGTH - 2)
        if (!(name in value))
            refuse(FILENAME " has no value for @" name "@")
        out = out substr(line, 1, RSTART - 1) value[name]
        line = substr(line, RSTART + RLENGTH)
    }
    return out line
}

BEGIN {
    know_types()
    read_prototype()
    make_values()
}

match($0, /^@(n|rows|nocols|side|whole|float|exact|half|vector|includes)@/) {
    if (!kept[substr($0, 2, RLENGTH - 2)])
        next
    $0 = substr($0, RLENGTH + 1)
}

match($0, /^ *@[a-z_]+@$/) {
    indent = $0
    sub(/@.*/, "", indent)
    text = replaced(substr($0, length(indent) + 1))
    lines = split(text, line, "\n")
    for (i = 1; i <= lines; i++)
        if (line[i] != "")
            print indent line[i]
    next
}

{ print replaced($0) }
