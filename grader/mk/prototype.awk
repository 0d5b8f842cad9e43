# Reads a launcher's prototype: types, roles and lengths of its buffers, and the meaning of its scalars. The first half
# of the generator for files of grader/template (prototype-code.awk). A prototype that cannot be described ends the run
# with one sentence and exit code 2.

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

# Vectors of up to so many components, as in call.h.
function know_vectors(stem, number, most,    c) {
    for (c = 2; c <= most; c++)
        know(stem c, toupper(stem) c, c * size_of[number], fill_of[number], c, number)
}

# Input types have a fill: inputs_FILL_random and the like (lab/inputs.h).
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

# A name is quickly changed, so errors in types and sizes are reported first.
function take_name(its) {
    if (taken == "" && (its in seen || its ~ /^(i|p|total|sum|elements|wrong|argc|argv|main|BLOCK|PART)$/))
        taken = "another name, please, for \"" shown "\": the lab has a " its " already"
    seen[its] = 1
}

# One parameter: its name, its type, its role, and the text in its brackets.
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

# A scalar that is a real number is alpha or beta in the spec; the roles of integers are known at the end.
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

# The lengths of buffers.

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

# The sizes that are multiplied with others, and those that appear in brackets at all.
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

# The spec's size for each int: by its name, or by its products.
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

# The extent of a buffer: in the spec, in C, and its amount in measured and timed cases.
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

# The numbers that are added up, and their type: that of floating-point inputs, if there are any.
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
