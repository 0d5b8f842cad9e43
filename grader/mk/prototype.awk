# Fills a file of grader/template for a launcher's prototype:
#   awk -v prototype='void f(const float *a, float *y, int rows, int cols)' -v lab=lab15 -f prototype.awk FILE
# @NAME@ in a line becomes a value; a line of nothing else becomes as many lines as the value has, or none. Lines that begin
# with @n@, @rows@, @whole@, @float@, @half@, @vector@ or @includes@ are for launchers with such sizes or types. A prototype
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
    if (taken == "" && (its in seen || its ~ /^(i|p|count|sum|elements|wrong|argc|argv|main|BLOCK|PART)$/))
        taken = "another name, please, for \"" shown "\": the lab has a " its " already"
    seen[its] = 1
}

# One parameter: its name, its type, and what it is.
function read_parameter(text,    word, count, i, stars) {
    if (text ~ /[[({]/)
        refuse("\"" text "\" is no plain parameter; a buffer is a pointer to its elements, such as const float *a")
    stars = gsub(/\*/, " ", text)
    if (stars > 1)
        refuse("\"" shown "\" is a pointer to pointers; a buffer is a pointer to its elements, such as const float *a")
    count = split(text, word, " ")
    is_const = 0
    type = ""
    for (i = 1; i < count; i++)
        if (word[i] == "const")
            is_const = 1
        else if (word[i] !~ /^(__)?restrict(__)?$/)
            type = type (type == "" ? "" : " ") word[i]
    name = word[count]
    if (type == "" || name !~ /^[A-Za-z_][A-Za-z0-9_]*$/ || name in element_of)
        refuse("\"" shown "\" needs a type and a name")
    take_name(name)
    is_buffer = stars == 1
    if (is_buffer && !(type in element_of))
        refuse("\"" shown "\": elements are of " (type ~ /bf/ ? "no such type yet" : "no known type") "; known are 8 to 64-bit whole numbers, __half, float, double, and vectors of them of up to 16 bytes")
}

function take_size() {
    if (type != "int" || name !~ /^(n|rows|cols)$/)
        refuse("\"" shown "\": which number is it? A size is int n, or int rows and int cols; nothing else has a value yet")
    has[name] = 1
}

function take_buffer(    role) {
    role = is_const ? "IN" : name ~ /scratch/ ? "SCRATCH" : "OUT"
    if (role == "IN") {
        if (fill != "" && fill != fill_of[type])
            refuse("\"" shown "\": inputs of several types are not made here; make the lab with one, and change it")
        fill = fill_of[type]
        input[++inputs] = name
        input_type = type
    } else if (role == "OUT") {
        output[++outputs] = name
        output_type[outputs] = type
    }
    if (count != "" && count != count_of[type] && role != "SCRATCH")
        refuse("\"" shown "\": elements of " count " and of " count_of[type] " numbers do not go together; make the lab with one, and change it")
    count = role == "SCRATCH" ? count : count_of[type]
    has["half"] = has["half"] || number_of[type] == "__half"
    has["vector"] = has["vector"] || count_of[type] > 1
    buffer[++buffers] = name
    buffer_type[buffers] = type
    buffer_role[buffers] = role
}

function read_prototype(    text, count, part, i) {
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
    count = split(text, part, ",")
    if (count > 12)
        refuse("a launcher has at most 12 parameters, and this one has " count)
    for (i = 1; i <= count; i++) {
        gsub(/^ | $/, "", part[i])
        shown = part[i]
        read_parameter(part[i])
        if (is_buffer)
            take_buffer()
        else
            take_size()
        order[i] = name
        declared[i] = (is_buffer ? (is_const ? "const " : "") type " *" : type " ") name
    }
    parameter_count = count
    if (!has["n"] && !(has["rows"] && has["cols"]))
        refuse("nothing says how large the buffers are; give it int n, or int rows and int cols")
    if (has["n"] && (has["rows"] || has["cols"]))
        refuse("how large are the buffers, n or rows * cols? Leave one of them out")
    if (inputs == 0)
        refuse("nothing is read; a buffer that is read is const")
    if (outputs == 0)
        refuse("nothing is written; a buffer that is written is not const, and not called scratch")
    for (i = 1; i <= outputs; i++)
        if (is_float(output_type[i]) != is_float(input_type))
            refuse("\"" output_type[i] " *" output[i] "\" is made of " input_type "; whole numbers are made of whole numbers, and floats of floats")
    if (taken != "")
        refuse(taken)
}

# The type in which the inputs' elements are added: unsigned wraps.
function sum_type(    k) {
    for (k = 1; k <= outputs; k++)
        if (number_of[output_type[k]] == "double")
            return "double"
    if (is_float(input_type))
        return number_of[input_type] == "double" ? "double" : "float"
    return fill == "longlong" ? "unsigned long long" : "unsigned int"
}

# What the lab makes until its author thinks of something: that sum, two, three, ... times. @param of "" or a component
function right_value(k, of) { return converted(k + 1 " * sum" of, sum_type(), number_of[output_type[k]]) }

function join_terms(terms, term) { return terms == "" ? term : terms " + " term }

# The sum of what is at i of arrays of plain numbers.
function plain_load(    i, terms) {
    for (i = 1; i <= inputs; i++)
        terms = join_terms(terms, converted(input[i] "[i]", number_of[input_type], sum_type()))
    return "const " sum_type() " sum = " terms ";"
}

# The same of vectors, each of which is loaded as a whole.
function vector_load(    i, c, lines, list, terms) {
    for (i = 1; i <= inputs; i++)
        lines = line_to(lines, "const " input_type " of_" input[i] " = " input[i] "[i];")
    for (c = 1; c <= count; c++) {
        terms = ""
        for (i = 1; i <= inputs; i++)
            terms = join_terms(terms, converted("of_" input[i] component(c), number_of[input_type], sum_type()))
        list = join_to(list, terms)
    }
    return line_to(lines, "const " vector_of(sum_type(), count) " sum = " made(vector_of(sum_type(), count), list) ";")
}

function stored(k,    c, list) {
    if (count == 1)
        return output[k] "[i] = " right_value(k, "") ";"
    for (c = 1; c <= count; c++)
        list = join_to(list, right_value(k, component(c)))
    return output[k] "[i] = " made(output_type[k], list) ";"
}

# Whether what is there is wrong; a half is compared as the number that it is.
function compared(k,    c, of, list, its, right) {
    for (c = 1; c <= count; c++) {
        of = count > 1 ? component(c) : ""
        its = output[k] "[i]" of
        right = right_value(k, of)
        if (number_of[output_type[k]] == "__half")
            list = list (c > 1 ? " || " : "") "__half2float(" its ") != __half2float(" right ")"
        else
            list = list (c > 1 ? " || " : "") its " != " right
    }
    return list
}

# Small numbers for try.cu, no two components alike.
function filled(i,    c, list) {
    for (c = 1; c <= count; c++)
        list = join_to(list, converted("i % 7 + " i + c - 1, "int", number_of[input_type]))
    return input[i] "[i] = " (count == 1 ? list : made(input_type, list)) ";"
}

# The right answer to a number of an output, and how far from it an answer may be.
function solved(k,    name, type, right, bound) {
    type = number_of[output_type[k]]
    name = output[k]
    if (!is_float(input_type))
        return "((" type " *)p->out[" k - 1 "])[i] = " right_value(k, "") ";"
    right = type == "__half" ? "element_store(ELEMENT_HALF, p->out[" k - 1 "], (size_t)i, float_sum_value(&" name "));" \
        : "((" type " *)p->out[" k - 1 "])[i] = (" type ")float_sum_value(&" name ");"
    bound = "float_sum_bound(&" name ", ELEMENT_" element_of[type == "__half" ? sum_type() : type] ", " (k + 1) * inputs + 1 ")"
    if (type == "__half")
        bound = "float_stored_bound(float_sum_value(&" name "), " bound ", ELEMENT_HALF)"
    return "const struct float_sum " name " = sum_of(p, i, " k + 1 ");\n" right "\np->bound[" k - 1 "][i] = " bound ";"
}

function make_values(    i, k, extent, role, list, size, fewer) {
    extent = has["n"] ? ".n = 1" : ".rows_cols = 1"
    value["unused"] = ""
    value["count"] = has["n"] ? "n" : "rows * cols"
    value["shape"] = has["n"] ? "n" : "rows * cols"
    for (i = 1; i <= buffers; i++) {
        role = buffer_role[i]
        entry[buffer[i]] = "SPEC_" role "(" element_of[buffer_type[i]] ", " (role == "SCRATCH" ? ".fixed = 4096, " : "") extent ")"
        size = value["shape"] (role == "SCRATCH" ? " + 4096 " : " ") "elements"
        about[buffer[i]] = "device, " size (role == "IN" ? "; must be as before when the work is done" \
                           : role == "OUT" ? "; receives the results" : " for whatever is useful; holds no known values")
        value["allocate"] = line_to(value["allocate"], buffer_type[i] " *" buffer[i] ";\n" \
            "CUDA_CHECK(cudaMallocManaged((void **)&" buffer[i] ", (count + 4096L) * sizeof *" buffer[i] "));")
        value["free"] = line_to("CUDA_CHECK(cudaFree(" buffer[i] "));", value["free"])
        if (role == "SCRATCH") {
            value["unused"] = line_to(value["unused"], "(void)" buffer[i] ";")
            continue
        }
        bytes += size_of[buffer_type[i]]
        list = join_to(list, (role == "IN" ? "const " : "") buffer_type[i] " *" buffer[i])
        value["kernel_arguments"] = join_to(value["kernel_arguments"], buffer[i])
    }
    value["kernel_parameters"] = list
    for (i = 1; i <= parameter_count; i++) {
        value["parameters"] = join_to(value["parameters"], declared[i])
        value["arguments"] = join_to(value["arguments"], order[i])
        value["entries"] = join_to(value["entries"], order[i] in entry ? entry[order[i]] : "SPEC_SCALAR(INT32, " toupper(order[i]) ")")
        value["documents"] = line_to(value["documents"], " * @param " order[i] " " (order[i] in about ? about[order[i]] \
            : "0 or more, not always a multiple of anything"))
    }
    for (i = 1; i <= inputs; i++) {
        value["given"] = line_to(value["given"], "const " number_of[input_type] " *" input[i] " = p->in[" i - 1 "];")
        value["fill"] = line_to(value["fill"], filled(i))
    }
    for (k = 1; k <= outputs; k++) {
        value["store"] = line_to(value["store"], stored(k))
        value["wrong"] = value["wrong"] (k > 1 ? " || " : "") compared(k)
        value["right"] = line_to(value["right"], solved(k))
    }
    # Vectors are fewer, so that all have about as many bytes.
    fewer = count > 2 ? 2 : count - 1
    value["measured_power"] = 20 - fewer
    value["measured_rows"] = 1000 / 2 ^ fewer
    value["gpu_power"] = 24 - fewer
    value["timed_power"] = 26 - fewer
    value["timed_rows_power"] = 17 - fewer
    value["timed_elements"] = 2 ^ (26 - fewer)
    value["load"] = count > 1 ? vector_load() : plain_load()
    value["solve_load"] = plain_load()
    value["numbers"] = count > 1 ? count " * p->shape.n" : "p->shape.n"
    value["inputs"] = inputs
    value["term"] = fill == "half" ? "element_value(ELEMENT_HALF, p->in[input], (size_t)i)" \
        : "(double)((const " number_of[input_type] " *)p->in[input])[i]"
    value["bytes"] = bytes
    value["task"] = task
    value["prototype"] = "void " task "(" value["parameters"] ")"
    value["lab"] = lab
    value["LAB"] = toupper(lab)
    value["title"] = "Lab " substr(lab, 4)
    value["random"] = ".fill = inputs_" fill "_random, .data = \"" (is_float(input_type) ? "random from -1 to 1" : "random") "\""
    value["small"] = ".fill = inputs_" fill "_" (fill == "byte" ? "skewed" : "small") ", .data = \"" \
        (is_float(input_type) ? "whole numbers from -8 to 8" : fill == "byte" ? "skewed" : "-100 to 100") "\""
    value["last"] = ".fill = inputs_" fill "_last_only, .data = \"zeros, but for the last element\""
    value["timed"] = "inputs_" fill "_random"
    kept["n"] = has["n"]
    kept["rows"] = has["rows"]
    kept["half"] = has["half"]
    kept["vector"] = has["vector"]
    kept["includes"] = has["half"] || has["vector"]
    kept["float"] = is_float(input_type)
    kept["whole"] = !is_float(input_type)
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

match($0, /^@(n|rows|whole|float|half|vector|includes)@/) {
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
