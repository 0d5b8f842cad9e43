// What the arrays hold at a step, as cells.

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

// A found error is at the cells of the threads it names, as far as they are in this event. Those that hold a wrong
// value in the end are bad, too.
function badCells(event) {
  const bad = new Set((event.y || []).map((cell) => event.a + '-' + cell)), error = event.e === undefined ? null : trace.errors[event.e];
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
}
