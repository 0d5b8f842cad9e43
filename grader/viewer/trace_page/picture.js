// The picture: a block of a launch, drawn as in a textbook. Its rows are those of levels.js, drawn by drawing.js.

const drawn = {levels: null, key: '', faults: [], first: 0, marked: []};

// The first and the last cell of each array that the block accesses.
function spansOf(launch, block) {
  const spans = launch.arrays.map(() => [Infinity, -1]);
  for (const event of launch.events)
    if (event.b === block && isAccess(event))
      for (const [, cell] of touched(event, launch.arrays[event.a])) {
        const span = spans[event.a];
        spans[event.a] = [Math.min(span[0], cell), Math.max(span[1], cell)];
      }
  return spans.map(([low, high], a) => {
    const columns = launch.arrays[a].columns;
    if (columns || high < 0) return [0, Math.max(high, columns - 1)];
    return [low < 32 && high < 64 ? 0 : low - low % 8, high];
  });
}

// The layout of a row's cells: the first one, their number, and the number of columns. 32 words are in 32 banks.
function shapeOf(row, widest) {
  const array = launchNow().arrays[row.array];
  if (!array) return {from: 0, count: Math.max(...row.written.keys()) + 1, columns: widest};
  const [from, to] = drawn.spans[row.array], own = array.columns && array.columns <= widest + 1 ? array.columns : widest;
  return {from, count: to + 1 - from, columns: Math.min(own, to + 1 - from)};
}

// The layout of the picture: each item gets its y, each row the shape of its cells.
function layOut(items, width) {
  const rows = items.filter((item) => item.values), narrow = width < PICTURE.wide, left = narrow ? 2 : PICTURE.label;
  for (const row of rows) Object.assign(row, shapeOf(row, narrow ? 16 : 32));
  const columns = Math.max(1, ...rows.map((row) => row.columns)) + (drawn.outside ? 2 : 0);
  const pitch = Math.max(17, Math.min(46, Math.floor((width - left - 6) / columns)));
  const withArrows = new Set(drawn.levels.arrows.map((arrow) => arrow.row));
  let label = 4, cells = 4; // the lower edges of those above
  items.forEach((item, i) => {
    const above = i > 0 && withArrows.has(item) ? PICTURE.arrows : PICTURE.gap;
    item.y = Math.max(label + (item.values ? 4 : 10), cells + above) + (item.values && narrow ? 16 : 0);
    item.tall = item.values ? Math.ceil(item.count / item.columns) : 0;
    if (item.values) cells = item.y + item.tall * PICTURE.cell;
    label = !item.values ? item.y + 6 : narrow ? cells : Math.max(cells, item.y + 14 + labelHeight(item));
  });
  return {narrow, left, pitch, width: Math.max(width - 2, left + pitch * columns + 4), height: label + 14};
}

// Of the accesses drawn at a row, the one that needs the most words from one bank, if that is a conflict.
function worstOf(row) {
  if (row.worst !== undefined) return row.worst;
  row.worst = null;
  for (const i of row.places) {
    const event = launchNow().events[i], array = launchNow().arrays[event.a];
    if (!array || array.space !== 'shared') continue;
    const banks = banksOf(event, array), most = Math.max(...banks.map((bank) => bank.size));
    const words = banks.reduce((all, bank) => all + bank.size, 0);
    if (most <= Math.ceil(words / 32) || (row.worst && most <= row.worst.most)) continue;
    const cells = [...touched(event, array)].map(([, cell]) => cell);
    row.worst = {banks, most, cells: new Set(cells.filter((cell) => banks[bankOf(array, cell)].size > 1))};
  }
  return row.worst;
}

// Arrays that hold four one-byte counters in a word: no bin can count more than the number of elements.
function packedArrays(launch) {
  const bytes = launch.arrays.find((array) => array.type === 'unsigned char' && array.space === 'global');
  const most = bytes ? Math.max(255, bytes.count) : Infinity;
  return launch.arrays.map((array, a) => array.type === 'unsigned int' && launch.events.some(
    (event) => event.a === a && isAccess(event) && isStore(event) && event.v.some((value) => value > most)));
}

// A value as it is shown: all four of a word that holds four counters, all of several cells.
function shown(value, a) {
  if (Array.isArray(value)) return value.map((one) => shown(one, a)).join(' ');
  if (value === null || value === undefined) return '';
  if (!view.packed[a] || typeof value !== 'number') return '' + value;
  return [0, 8, 16, 24].map((bits) => Math.floor(value / 2 ** bits) % 256).join(' ');
}

// The errors in this block, and the arrows that are red for them.
function findFaults() {
  const {levels} = drawn, launch = launchNow();
  drawn.faults = trace.errors.map((error, e) => ({error, ...sidesOf(error, e, launch)}))
    .filter(({sides, block}) => sides && block === levels.block);
  drawn.outside = drawn.faults.some(({sides}) => sides.some((side) => side.cell < 0));
  for (const {sides} of drawn.faults)
    for (const side of sides) {
      const place = levels.at.get(side.event), store = isStore(launch.events[side.event]);
      for (const arrow of levels.arrows)
        if (store ? place && arrow.row === place.row && arrow.to === side.cell
          : arrow.read === side.event && arrow.cell === side.cell && arrow.thread === side.thread) arrow.bad = true;
    }
}

const pictureWords = (rows) => rows.map((row) => nameOf(row) + ': ' + Array.from({length: row.count}, (_, at) => {
  const state = row.values[row.from + at];
  return !state || state.value === null ? '-' : shown(state.value, row.array);
}).join(' ')).join('; ');

// The arrows to draw. If the cells of a row depend on many others each, lines would cover everything: then only the
// arrows to one cell are drawn, as an example, and the wrong ones.
function chooseArrows() {
  const of = new Map(), {arrows} = drawn.levels;
  for (const arrow of arrows) of.set(arrow.row, of.get(arrow.row) || []).get(arrow.row).push(arrow);
  drawn.crowded = [...of.keys()].filter((row) => {
    const targets = [...new Set(of.get(row).map((arrow) => arrow.to))];
    row.example = targets[targets.length >> 1];
    return of.get(row).length > Math.max(PICTURE.crowd, PICTURE.many * targets.length);
  });
  const clear = (arrow) => !drawn.crowded.includes(arrow.row) || arrow.to === arrow.row.example;
  return [...arrows.filter((arrow) => !arrow.bad && clear(arrow)), ...arrows.filter((arrow) => arrow.bad)];
}

// The parts that are not in the picture, in words.
function cutWords(count) {
  const {levels, first} = drawn, blocks = launchNow().grid.reduce((all, size) => all * size, 1);
  const after = levels.items.length - first - count;
  const parts = [first && plural(first, 'row') + ' above', after && plural(after, 'row') + ' below'].filter((part) => part);
  const crowded = [...new Set(drawn.crowded.map(nameOf))].join(' and of ');
  return (blocks > 1 ? 'This is block ' + levels.block + ' of ' + blocks + ', that of the step. ' : '') +
    (crowded ? 'Each cell of ' + crowded + ' is made of many: arrows are drawn to one. ' : '') +
    (parts.length ? 'There is more: ' + parts.join(', ') + ', drawn when the steps come to it.' : '');
}

function drawPicture() {
  const {levels, first} = drawn, items = levels.items.slice(first, first + PICTURE.rows);
  levels.items.forEach((item, i) => {
    item.number = i;
    item.shownAt = !!item.values && i >= first && i < first + PICTURE.rows;
  });
  drawn.view = layOut(items, $('picture').clientWidth || 800);
  const rows = items.filter((item) => item.values), {width, height} = drawn.view;
  const cellsOf = (row) => Array.from({length: row.count}, (_, at) => drawCell(row, row.from + at)).join('');
  const arrows = chooseArrows();
  $('picture').innerHTML = `<svg id="drawing" width="${width}" height="${height}" role="img" ` +
    `aria-label="${escaped(pictureWords(rows))}">` + ARROW_TIPS + arrows.map(drawArrow).join('') +
    items.filter((item) => !item.values).map(drawLine).join('') +
    rows.map((row) => drawLabel(row) + cellsOf(row)).join('') + drawn.faults.map(drawFault).join('') + '</svg>';
  $('picture-cut').textContent = cutWords(items.length);
  markWrong(rows);
}

// Marks the cells of an error, cells that hold a wrong value in the end, and those in which all but one of several
// stores are lost.
function markWrong(rows) {
  for (const {sides} of drawn.faults)
    for (const side of sides) markCells(drawn.levels.at.get(side.event), [side.cell], 'bad');
  for (const row of rows)
    for (const i of row.places) {
      const event = launchNow().events[i];
      markCells({row}, [...row.written.keys()].filter((cell) => meeting(event, cell)).concat(event.y || []), 'bad');
    }
}

function markCells(place, cells, kind) {
  if (!place) return [];
  const nodes = cells.map((cell) => $('pc-' + place.row.number + '-' + cell)).filter((node) => node);
  for (const node of nodes) node.classList.add(kind);
  return nodes;
}

// The place of the current step in the picture; a step that is not drawn has the place of the one before it.
function placeNow() {
  const {events} = launchNow(), block = eventNow().b, now = view.steps[view.at];
  for (let i = now; i >= 0; i--) {
    if (events[i].b !== block) continue;
    const place = drawn.levels.at.get(i), line = drawn.levels.items.find((item) => item.event === i);
    if (place) return {...place, cells: i === now ? place.cells : [], kind: events[i].k === 'load' ? 'reading' : 'writing'};
    if (line) return {row: line, cells: []};
  }
  return null;
}

function showPicture() {
  const {b} = eventNow(), key = view.launch + ':' + b, fresh = drawn.key !== key;
  if (fresh) {
    Object.assign(drawn, {key, first: 0, levels: new Levels(view.timeline, launchNow(), b), spans: spansOf(launchNow(), b)});
    findFaults();
  }
  const place = placeNow(), number = place ? drawn.levels.items.indexOf(place.row) : 0;
  const inside = number >= drawn.first && number < drawn.first + PICTURE.rows;
  if (!inside) drawn.first = Math.max(0, number - PICTURE.rows / 2);
  if (fresh || !inside) drawPicture();
  for (const node of drawn.marked) node.classList.remove('writing', 'reading');
  drawn.marked = place ? markCells(place, place.cells, place.kind) : [];
  drawn.now = place && place.row;
}

// Scrolls until the row is visible, and the rows above that it depends on.
function revealRow() {
  if (!drawn.now) return;
  const box = $('picture'), {y, tall} = drawn.now, bottom = y + (tall || 1) * PICTURE.cell + 30;
  if (y - 90 < box.scrollTop || bottom > box.scrollTop + box.clientHeight) box.scrollTop = Math.max(0, y - 90);
}
