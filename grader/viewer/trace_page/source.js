// The source of a step, and the table of all steps.

function showSource() {
  const event = eventNow(), file = trace.files[event.l[0]], error = event.e === undefined ? null : trace.errors[event.e];
  const box = $('source');
  if (!file || !file.text) return box.replaceChildren('The source of this step is not at hand.');
  const wrong = new Set(error ? [error.actor.l, error.other && error.other.l].filter((l) => l && l[0] === event.l[0])
                                    .map((l) => l[1]) : []);
  if (box.dataset.file !== file.name) {
    box.dataset.file = file.name;
    box.replaceChildren(...file.text.split('\n').map((text, i) => element('span', {class: 'row', id: 'line-' + (i + 1)},
        element('span', {class: 'number'}, '' + (i + 1)), text || ' ')));
  }
  for (const row of box.querySelectorAll('.current, .wrong')) row.classList.remove('current', 'wrong');
  for (const line of wrong) if ($('line-' + line)) $('line-' + line).classList.add('wrong');
  const row = $('line-' + event.l[1]);
  if (!row) return undefined;
  row.classList.add('current');
  return undefined;
}

function revealLine() {
  const box = $('source'), row = box.querySelector('.current');
  if (row) box.scrollTop = row.offsetTop - box.offsetTop - box.clientHeight / 2;
}

function tableRow(index, at) {
  const event = launchNow().events[index], array = event.a === undefined ? null : launchNow().arrays[event.a];
  const cells = array && isAccess(event) ? [...touched(event, array)].map(([lane, cell, value, before]) =>
      'thread ' + (event.w * 32 + lane) + ': ' + array.name + '[' + cell + '] ' +
      (isStore(event) ? (before === undefined ? '' : before + ' → ') + value : '= ' + value)).join('; ') : '';
  const error = event.e === undefined ? '' : trace.errors[event.e].kind + ': ' + trace.errors[event.e].message;
  return element('tr', {id: 'row-' + at, class: error ? 'wrong' : ''}, ...[at + 1, event.b, event.i, placeName(event.l),
      lineText(event.l), describe(event), cost(event), cells, localsText(event), error].map((text) => element('td', {}, '' + text)));
}

function showTable() {
  if (!$('table-box').open) return;
  if ($('table').dataset.of !== view.launch + ':' + view.steps.length) {
    $('table').dataset.of = view.launch + ':' + view.steps.length;
    const heads = ['step', 'block', 'interval', 'line', 'source', 'what', 'cost', 'cells', 'variables', 'wrong'];
    $('table').replaceChildren(element('table', {}, element('caption', {}, WAVEFRONT + ' ' + SECTOR), element('thead', {}, element('tr', {},
        ...heads.map((h) => element('th', {scope: 'col'}, h)))), element('tbody', {}, ...view.steps.map(tableRow))));
  }
  for (const row of $('table').querySelectorAll('tr.current')) row.classList.remove('current');
  $('row-' + view.at).classList.add('current');
}
