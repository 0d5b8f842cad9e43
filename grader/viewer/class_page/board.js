// The leaderboard: for each task and device the highest bandwidths that were measured.
const BOARD_ROWS = 10;

function boardTable(rows) {
  const beside = rows.some((row) => row.vendor) ? 'vendor' : 'reference';
  const title = beside === 'vendor' ? '% of the library' : '% of the reference';
  return h('table', {class: 'board'}, h('caption', {class: 'unseen'}, 'Highest bandwidths'),
    h('thead', {}, h('tr', {}, ['', 'Name', 'GB/s', title].map((head) => h('th', {scope: 'col'}, head)))),
    h('tbody', {}, rows.slice(0, BOARD_ROWS).map((row, i) => h('tr', {}, h('td', {}, i + 1),
      h('td', {class: 'text'}, row.name ? named(row.name) : h('span', {class: 'quiet'}, 'anonymous')),
      h('td', {}, Math.round(10 * row.gbps) / 10), h('td', {}, row[beside] ? Math.round((100 * row.gbps) / row[beside]) : '–')))));
}

// Figures of different devices are no match for each other.
function boardCard(rows) {
  const [first] = rows;
  const more = rows.length > BOARD_ROWS ? `, ${rows.length} in all` : '';
  return h('div', {class: 'card'}, h('div', {class: 'strip-head'}, h('h3', {}, `${labs[first.lab].title}: ${first.task}`),
    h('span', {class: 'quiet'}, `${first.device}${more}`)), boardTable(rows));
}

function showBoard() {
  const boards = new Map();
  for (const row of data.board) {
    const key = JSON.stringify([row.lab, row.task, row.device]);
    if (!boards.has(key)) boards.set(key, []);
    boards.get(key).push(row);
  }
  const cards = [...boards.values()].sort((a, b) => a[0].lab - b[0].lab).map(boardCard);
  byId('boards').append(...(cards.length ? cards
    : [h('p', {class: 'quiet'}, 'Nothing was measured on a GPU yet. Modelled speeds are in the section before.')]));
}
