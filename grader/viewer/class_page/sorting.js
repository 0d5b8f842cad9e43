// Tables that are sorted by the button in a column's head. Rows without a value come last, either way.
const collator = new Intl.Collator(undefined, {numeric: true, sensitivity: 'base'});

function compare(a, b) {
  if (typeof a === 'string' || typeof b === 'string') return collator.compare(String(a), String(b));
  return a - b;
}

function sortRows(table, column, direction) {
  const rows = table.rowList;
  rows.sort((one, other) => {
    const a = one.keys[column], b = other.keys[column];
    if (a == null || b == null) return (a == null) - (b == null) || one.at - other.at;
    return direction * compare(a, b) || one.at - other.at;
  });
  table.tBodies[0].append(...rows.map((row) => row.element));
  [...table.tHead.rows[0].cells].forEach((cell, i) => {
    if (i === column) cell.setAttribute('aria-sort', direction > 0 ? 'ascending' : 'descending');
    else cell.removeAttribute('aria-sort');
  });
}

// columns: {title, text, first}: text is set left, and sorted upwards at first; numbers the other way round.
// rows: {element, keys}
function makeSortable(table, caption, columns, rows) {
  const head = columns.map((column, i) => {
    const button = h('button', {type: 'button'}, column.title);
    const cell = h('th', {scope: 'col', class: column.text ? 'text' : false}, button);
    button.addEventListener('click', () => {
      const was = cell.getAttribute('aria-sort');
      const upwards = was ? was === 'descending' : Boolean(column.text);
      sortRows(table, i, upwards ? 1 : -1);
    });
    return cell;
  });
  table.rowList = rows.map((row, at) => ({...row, at}));
  table.append(h('caption', {class: 'unseen'}, caption), h('thead', {}, h('tr', {}, head)),
    h('tbody', {}, rows.map((row) => row.element)));
}
