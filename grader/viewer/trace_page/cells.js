// The contents of the arrays at a step, as cells.

function arrayTitle(array) {
  const more = array.count > array.shown ? ', the first ' + (array.shown > 1 ? array.shown + ' ' : '') + 'of ' + plural(array.count, 'cell') : '';
  const rest = array.trimmed && array.count <= 64 ? '; no other is touched' : '';
  return array.name + ' — ' + array.space + ', ' + array.type + more + rest;
}

function columnsOf(array) {
  if (array.columns && array.columns <= 33) return array.columns;
  return Math.min(16, Math.max(1, array.shown));
}

function buildArrays() {
  const box = $('arrays');
  box.replaceChildren();
  launchNow().arrays.forEach((array, a) => {
    const cells = element('div', {class: 'cells', style: '--columns:' + columnsOf(array) + ';--narrow:' +
                                  Math.min(8, columnsOf(array))});
    for (let c = 0; c < array.shown; c++)
      cells.append(element('button', {class: 'cell', id: 'cell-' + a + '-' + c, 'data-array': a, 'data-cell': c}));
    box.append(element('div', {class: 'array', id: 'array-' + a}, element('h2', {}, arrayTitle(array)), cells));
  });
}

function showCell(node, state, change, bad) {
  const a = +node.dataset.array, c = +node.dataset.cell, array = launchNow().arrays[a], index = indexOf({array: a}, c);
  const never = state.value === null && !(change && change.kind !== 'read');
  const value = shown(change && change.value !== undefined ? change.value : state.value, a), old = shown(state.value, a);
  const words = [array.name + '[' + index + ']', never ? 'never written' : value];
  node.className = 'cell' + (change ? ' ' + change.kind : never ? ' never' : '') + (bad ? ' bad' : '') +
                   (value.length > 7 ? ' longer' : value.length > 5 ? ' long' : '');
  if (change) words.push(change.kind + ' by thread ' + change.thread);
  node.setAttribute('aria-label', words.join(', '));
  node.title = words.join(', ');
  node.replaceChildren(element('span', {class: 'index'}, '' + index), never && !change ? '' : value);
  if (change && change.kind === 'written' && change.before !== undefined && state.value !== null && old !== value)
    node.append(element('span', {class: 'was'}, old));
}

function changesOf(event) {
  const changes = new Map();
  if (!isAccess(event)) return changes;
  for (const [lane, cell, value, before] of touched(event, launchNow().arrays[event.a]))
    changes.set(event.a + '-' + cell, {kind: isStore(event) ? 'written' : 'read', value, before,
                                       thread: event.w * 32 + lane});
  return changes;
}

// An error is shown at the cells of its threads, if they are in this event. Cells that hold a wrong value in the end
// are bad, too.
function badCells(event) {
  const bad = new Set((event.y || []).map((cell) => event.a + '-' + cell)), error = event.e === undefined ? null : trace.errors[event.e];
  if (!error || !isAccess(event)) return bad;
  for (const [lane, cell] of touched(event, launchNow().arrays[event.a]))
    if (linear(error.actor.thread, launchNow().block) === event.w * 32 + lane) bad.add(event.a + '-' + cell);
  return bad;
}

// The inputs on which the chosen cell depends at the end of this step.
function originsNow(event) {
  if (!view.chosen) return new Set();
  view.timeline.seek(view.steps[view.at] + 1);
  return view.timeline.cells(event.b, view.chosen.array)[view.chosen.cell].origins;
}

function showArrays() {
  const event = eventNow(), changes = changesOf(event), bad = badCells(event), origins = originsNow(event);
  view.timeline.seek(view.steps[view.at]);
  launchNow().arrays.forEach((array, a) => view.timeline.cells(event.b, a).forEach((state, c) => {
    const node = $('cell-' + a + '-' + c), key = a + '-' + c;
    showCell(node, state, changes.get(key), bad.has(key));
    node.classList.toggle('origin', origins.has(a + ':' + c));
    node.classList.toggle('chosen', !!view.chosen && view.chosen.array === a && view.chosen.cell === c);
  }));
}

// The values of the lanes' local variables at a step.

// One {name, type, values} for each: `values` has one value per lane, or a single one for all; null is unknown.
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

// Lanes, banks and sectors of a step.

const WAVEFRONT = 'A wavefront is one turn of shared memory, in which each of its 32 banks hands out one word.';
const SECTOR = 'A sector is 32 bytes in a row: global memory moves nothing smaller.';
const TURNS = ' Threads that meet at a word take turns, and each turn moves it again.';

function showLanes() {
  const event = eventNow(), block = launchNow().block, threads = block[0] * block[1] * block[2];
  const on = new Set(lanesOf(event.m)), error = event.e === undefined ? null : trace.errors[event.e], nodes = [];
  for (let w = 0; w < Math.min(2, Math.ceil(threads / 32)); w++) {
    const here = event.k !== 'barrier' && event.k !== 'fault' && w === event.w;
    nodes.push(element('div', {class: 'warp'}, 'warp ' + w + (here ? ': ' + plural(on.size, 'lane') + ' active' : '')));
    for (let lane = 0; lane < 32 && w * 32 + lane < threads; lane++) {
      const bad = error && here && error.actor.thread[0] === w * 32 + lane && block[1] * block[2] === 1;
      const other = error && here && error.other && error.other.thread[0] === w * 32 + lane && block[1] * block[2] === 1;
      nodes.push(element('div', {class: 'lane' + (here && on.has(lane) ? bad ? ' bad' : ' on' : '') + (other ? ' other' : '')}, '' + lane));
    }
  }
  $('lanes').replaceChildren(...nodes);
}

// Words (shared) or sectors (global) that the access requests.
function bytesOf(event, array) {
  const bytes = [];
  for (const [, cell] of touched(event, array, true)) bytes.push(array.at + cell * array.size);
  return bytes;
}

const bankOf = (array, cell) => Math.floor((array.at + cell * array.size) / 4) % 32;

// The words that an access needs from each bank of shared memory.
function banksOf(event, array) {
  const banks = Array.from({length: 32}, () => new Set());
  for (const at of bytesOf(event, array)) banks[Math.floor(at / 4) % 32].add(Math.floor(at / 4));
  return banks;
}

function showBanks(event, array) {
  const banks = banksOf(event, array), most = Math.max(...banks.map((bank) => bank.size));
  const columns = banks.map((bank, b) => element('div', {class: 'bank'}, ...[...bank].map(
      (_, i) => element('div', {class: 'word' + (i > 0 ? ' more' : '')})), element('span', {}, '' + b)));
  return [element('h2', {}, '32 banks: ' + plural(event.t || most, 'wavefront') +
                  (most > 1 ? ', bank conflicts stacked' : ', no bank conflict')),
          element('div', {class: 'banks', 'aria-hidden': 'true'}, ...columns),
          element('p', {class: 'faint'}, WAVEFRONT)];
}

function showSectors(event, array) {
  const sectors = new Map(), asked = bytesOf(event, array);
  for (const at of asked) {
    const sector = Math.floor(at / 32);
    if (!sectors.has(sector)) sectors.set(sector, new Set());
    for (let byte = 0; byte < array.size; byte += 4) sectors.get(sector).add(Math.floor((at + byte) % 32 / 4));
  }
  const boxes = [...sectors.entries()].sort((a, b) => a[0] - b[0]).map(([, words]) => element('div', {class: 'sector'},
      ...Array.from({length: 8}, (_, i) => element('i', {class: words.has(i) ? 'asked' : ''}))));
  const moved = (event.t || sectors.size) * 32;
  return [element('h2', {}, plural(event.t || sectors.size, 'sector') + ': ' + new Set(asked).size * array.size +
                  ' bytes asked for, ' + moved + ' moved'),
          element('div', {class: 'sectors', 'aria-hidden': 'true'}, ...boxes),
          element('p', {class: 'faint'}, SECTOR + (event.k === 'atomic' && event.t > sectors.size ? TURNS : ''))];
}

function showMemory() {
  const event = eventNow(), array = event.a === undefined ? null : launchNow().arrays[event.a];
  $('memory').replaceChildren(...(!array || !isAccess(event) ? []
      : array.space === 'shared' ? showBanks(event, array) : showSectors(event, array)));
}
