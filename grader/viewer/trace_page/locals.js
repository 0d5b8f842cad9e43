// What the lanes' local variables hold at a step.

// One {name, type, values} for each: `values` has one value a lane, or a single one that all have; null is unknown.
function localsOf(event) {
  const lanes = lanesOf(event.m).length;
  return Object.entries(event.x || {}).map(([number, held]) => {
    const [name, type] = trace.variables[number];
    const values = Array.isArray(held) ? held
        : held !== null && typeof held === 'object' ? Array.from({length: lanes}, (_, l) => held.from + l * held.by) : [held];
    return {name, type, values, known: values.some((value) => value !== null)};
  });
}

// "t = 0–3, stride = 1"
function localsText(event) {
  return localsOf(event).filter((local) => local.known).map(({name, values}) => {
    const inSteps = values.length > 2 && values.every((value, l) => value === values[0] + l);
    return name + ' = ' + (inSteps ? ranges(values) : values.map((value) => value === null ? '?' : value).join(', '));
  }).join('; ');
}

function localRow({name, type, values}, lanes) {
  const row = element('tr', {}, element('th', {scope: 'row', title: type}, name));
  const cells = values.length === 1 && lanes.length > 1
      ? [element('td', {colspan: lanes.length}, values[0] + ' in all')]
      : values.map((value) => element('td', {}, value === null ? '?' : '' + value));
  row.append(...cells);
  return row;
}

function showLocals() {
  const event = eventNow(), lanes = lanesOf(event.m), locals = localsOf(event), known = locals.filter((local) => local.known);
  const lost = locals.filter((local) => !local.known).map((local) => local.name), nodes = [];
  if (known.length)
    nodes.push(element('h2', {}, 'Local variables'), element('div', {class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'Local variables'},
        element('table', {}, element('tr', {}, element('th', {scope: 'col'}, 'thread'),
            ...lanes.map((lane) => element('th', {scope: 'col'}, '' + (event.w * 32 + lane)))),
            ...known.map((local) => localRow(local, lanes)))));
  if (lost.length) nodes.push(element('p', {class: 'faint'}, 'Not needed any more, and not kept by the compiler: ' + lost.join(', ')));
  $('locals').replaceChildren(...nodes);
}
