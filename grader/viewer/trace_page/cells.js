// Arrays as cells, and arrows between them.

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
  const arrows = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  arrows.id = 'arrows';
  arrows.setAttribute('aria-hidden', 'true');
  box.append(arrows);
}

function showCell(node, state, change, bad) {
  const a = +node.dataset.array, c = +node.dataset.cell, array = launchNow().arrays[a];
  const index = array.columns ? Math.floor(c / array.columns) + ',' + c % array.columns : '' + c;
  const never = state.value === null && !(change && change.kind !== 'read');
  const value = change && change.value !== undefined ? change.value : state.value;
  const words = [array.name + '[' + index + ']', never ? 'never written' : value];
  node.className = 'cell' + (change ? ' ' + change.kind : never ? ' never' : '') + (bad ? ' bad' : '') +
                   (('' + value).length > 7 ? ' longer' : ('' + value).length > 5 ? ' long' : '');
  if (change) words.push(change.kind + ' by thread ' + change.thread);
  node.setAttribute('aria-label', words.join(', '));
  node.title = words.join(', ');
  node.replaceChildren(element('span', {class: 'index'}, index), never && !change ? '' : '' + value);
  if (change && change.kind === 'written' && change.before !== undefined && state.value !== null &&
      state.value !== value)
    node.append(element('span', {class: 'was'}, '' + state.value));
}

function changesOf(event) {
  const changes = new Map();
  if (!isAccess(event)) return changes;
  for (const [lane, cell, value, before] of touched(event, launchNow().arrays[event.a]))
    changes.set(event.a + '-' + cell, {kind: isStore(event) ? 'written' : 'read', value, before,
                                       thread: event.w * 32 + lane});
  return changes;
}

// A found error is at the cells of the threads it names, as far as they are in this event.
function badCells(event) {
  const bad = new Set(), error = event.e === undefined ? null : trace.errors[event.e];
  if (!error || !isAccess(event)) return bad;
  const block = launchNow().block, linear = (t) => t[0] + block[0] * (t[1] + block[1] * t[2]);
  for (const [lane, cell] of touched(event, launchNow().arrays[event.a]))
    if (linear(error.actor.thread) === event.w * 32 + lane) bad.add(event.a + '-' + cell);
  return bad;
}

// What went into the chosen cell by the end of this step.
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
  showArrows(event);
}

// From the cells that a store is taken to be made of, to the cell it writes.
function arrowsOf(event) {
  const arrows = [...view.timeline.moments[view.steps[view.at]].arrows.values()].slice(0, 256);
  return arrows.map(([from, cell]) => [$('cell-' + from.array + '-' + from.cell), $('cell-' + event.a + '-' + cell)]);
}

function showArrows(event) {
  const svg = $('arrows'), box = $('arrays').getBoundingClientRect(), paths = [];
  for (const [from, to] of arrowsOf(event)) {
    if (!from || !to || from === to) continue;
    const f = from.getBoundingClientRect(), t = to.getBoundingClientRect();
    const x1 = f.left + f.width / 2 - box.left, x2 = t.left + t.width / 2 - box.left;
    const down = t.top > f.top + 1, level = Math.abs(t.top - f.top) <= 1;
    const y1 = (level || down ? f.bottom : f.top) - box.top, y2 = (level ? t.bottom : down ? t.top : t.bottom) - box.top;
    const bow = level ? 14 + Math.abs(x2 - x1) / 12 : 0;
    paths.push('<path d="M' + x1 + ' ' + y1 + ' C' + x1 + ' ' + (y1 + (level ? bow : (y2 - y1) / 2)) + ' ' + x2 + ' ' +
               (y2 + (level ? bow : (y1 - y2) / 2)) + ' ' + x2 + ' ' + y2 +
               '" fill="none" stroke="var(--written)" stroke-width="1.3" marker-end="url(#tip)"/>');
  }
  svg.innerHTML = '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" ' +
                  'orient="auto"><path d="M0 0L8 4L0 8z" fill="var(--written)"/></marker></defs>' + paths.join('');
}
