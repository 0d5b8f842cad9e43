# Fills a file of grader/template for a launcher's prototype:
#   awk -v prototype='void f(const float *a, float *y, int rows, int cols)' -v lab=lab15 -f prototype.awk FILE
# @NAME@ in a line becomes a value; a line of nothing else becomes as many lines as the value has, or none. Lines that begin
# with @n@, @rows@, @whole@ or @float@ are for launchers with such sizes or outputs. A prototype that cannot be described ends
# the run with one sentence and 2.

function refuse(sentence) {
    print "new-lab: " sentence >"/dev/stderr"
    refused = 1
    exit 2
}

function know(type, element, size, fill) {
    element_of[type] = element
    size_of[type] = size
    fill_of[type] = fill
}

# What may be read has a fill: inputs_FILL_random and the like (lab/inputs.h).
function know_types() {
    know("char", "INT8", 1, "byte"); know("signed char", "INT8", 1, "byte"); know("int8_t", "INT8", 1, "byte")
    know("unsigned char", "UINT8", 1, "byte"); know("uint8_t", "UINT8", 1, "byte")
    know("short", "INT16", 2, ""); know("int16_t", "INT16", 2, "")
    know("unsigned short", "UINT16", 2, ""); know("uint16_t", "UINT16", 2, "")
    know("int", "INT32", 4, "int"); know("int32_t", "INT32", 4, "int")
    know("unsigned int", "UINT32", 4, "int"); know("unsigned", "UINT32", 4, "int"); know("uint32_t", "UINT32", 4, "int")
    know("long long", "INT64", 8, ""); know("int64_t", "INT64", 8, "")
    know("unsigned long long", "UINT64", 8, ""); know("uint64_t", "UINT64", 8, "")
    know("float", "FLOAT", 4, "float"); know("double", "DOUBLE", 8, "double")
}

function is_float(type) { return type == "float" || type == "double" }
function join_to(list, item) { return list == "" ? item : list ", " item }
function line_to(lines, line) { return lines == "" ? line : lines "\n" line }

function take_name(its) {
    if (its in seen || its ~ /^(i|p|count|sum|elements|wrong|argc|argv|main|BLOCK|PART)$/)
        refuse("another name, please, for \"" shown "\": the lab has a " its " already")
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
        refuse("\"" shown "\": elements are of " (type ~ /half|bf/ ? "no such type yet" : "no known type") "; known are 8 to 64-bit whole numbers, float and double")
}

function take_size() {
    if (type != "int" || name !~ /^(n|rows|cols)$/)
        refuse("\"" shown "\": which number is it? A size is int n, or int rows and int cols; nothing else has a value yet")
    has[name] = 1
}

function take_buffer(    role) {
    role = is_const ? "IN" : name ~ /scratch/ ? "SCRATCH" : "OUT"
    if (role == "IN") {
        if (fill_of[type] == "")
            refuse("\"" shown "\": no inputs of that type are made; those of int, unsigned int, char, float and double are")
        if (fill != "" && fill != fill_of[type])
            refuse("\"" shown "\": inputs of several types are not filled yet; make the lab with one, and write a fill")
        fill = fill_of[type]
        input[++inputs] = name
        input_type = type
    } else if (role == "OUT") {
        output[++outputs] = name
        output_type[outputs] = type
    }
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
}

# The type in which the inputs' elements are added: unsigned wraps.
function sum_type(    k) {
    for (k = 1; k <= outputs; k++)
        if (output_type[k] == "double")
            return "double"
    return is_float(input_type) ? input_type : "unsigned int"
}

# What the lab makes until its author thinks of something: that sum, two, three, ... times.
function right_value(k) {
    return output_type[k] == sum_type() ? k + 1 " * sum" : "(" output_type[k] ")(" k + 1 " * sum)"
}

function make_values(    i, k, extent, role, list, size, terms) {
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
        terms = terms (i > 1 ? " + " : "") (sum_type() == input_type ? "" : "(" sum_type() ")") input[i] "[i]"
        value["given"] = line_to(value["given"], "const " input_type " *" input[i] " = p->in[" i - 1 "];")
        value["fill"] = line_to(value["fill"], input[i] "[i] = (" input_type ")(i % 7 + " i ");")
    }
    for (k = 1; k <= outputs; k++) {
        value["store"] = line_to(value["store"], output[k] "[i] = " right_value(k) ";")
        value["wrong"] = value["wrong"] (k > 1 ? " || " : "") output[k] "[i] != " right_value(k)
        value["right"] = line_to(value["right"], is_float(input_type) ? \
            "const struct float_sum " output[k] " = sum_of(p, i, " k + 1 ");\n" \
            "((" output_type[k] " *)p->out[" k - 1 "])[i] = (" output_type[k] ")float_sum_value(&" output[k] ");\n" \
            "p->bound[" k - 1 "][i] = float_sum_bound(&" output[k] ", ELEMENT_" element_of[output_type[k]] ", " (k + 1) * inputs + 1 ");" \
            : "((" output_type[k] " *)p->out[" k - 1 "])[i] = " right_value(k) ";")
    }
    value["load"] = "const " sum_type() " sum = " terms ";"
    value["inputs"] = inputs
    value["input_type"] = input_type
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

match($0, /^@(n|rows|whole|float)@/) {
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
