# Fills a file of grader/template for a launcher's prototype, which prototype.awk has read:
#   awk -v prototype='void f(const float *a, float *y, int rows, int cols)' -v lab=lab16 -f prototype.awk -f prototype-code.awk FILE
# @NAME@ in a line becomes a value; a line of nothing else becomes as many lines as the value has, or none. Lines that begin
# with @n@, @rows@, @nocols@, @side@, @whole@, @float@, @exact@, @half@, @vector@ or @includes@ are for launchers with such
# sizes or types.

# The type in which the inputs' elements are added: unsigned wraps.
function sum_type() {
    if (has["float"])
        return has["double"] ? "double" : "float"
    return has["long"] ? "unsigned long long" : "unsigned int"
}

# A buffer as long as the number of threads needs no guard.
function guarded(its) { return own_length[its] != total }
function is_scalar_added(its) { return slot[its] ~ /^(ALPHA|BETA|OPTION)$/ }

# The problem that the lab has until its author changes it: that sum, two, three, ... times; integers beside floats
# are their element's number as often. @param of "" or a component
function is_counted(k) { return has["float"] && !is_float(output_type[k]) }
function right_value(k, of) {
    if (is_counted(k))
        return converted(k + 1 " * i", "", number_of[output_type[k]])
    return converted(k + 1 " * sum" of, sum_type(), number_of[output_type[k]])
}

function join_terms(terms, term) { return terms == "" ? term : terms " + " term }
function scalar_term(its) { return converted(scalar_type[its] ~ /float|double/ && !has["float"] ? "(int)" its : its, scalar_type[its], sum_type()) }

# One component of the sum of element i of all arrays. @param prefix of a vector's name
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

# Whether the result is wrong; a half is compared as the number that it represents.
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

# Small numbers for try.cu, with different components.
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
        real = number_of[type_of[its]] == "__half" ? "element_value(ELEMENT_HALF, p->in[" added[j] - 1 "], (size_t)(" substr(at, 2, length(at) - 2) "))" \
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

# The right answer to all numbers of an output, and the tolerance.
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

# The size of a buffer for a shape: names are the slots' values.
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

# Bytes read and written for each of n elements: the part of an input beyond the outputs' total length is
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

# A case's sizes besides n, or rows and columns. @param inner a length, but a small one if it is multiplied
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
    # All buffers of a modelled call must fit in 700 MB, which 2^24 elements of more bytes would exceed.
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
    # A vector of three is loaded one component at a time, and each load moves all of its sectors.
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
