// Creates elements from data. Text only ever becomes text nodes and attributes: a student's name is never parsed as
// HTML.
const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'share') element.style.setProperty('--share', value);
    else if (value !== false && value != null) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
}

const h = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
const byId = (id) => document.getElementById(id);

// A name may be in a right-to-left script; it must not change the direction of the text around it.
const named = (name) => h('bdi', {}, name);
const plural = (n, one, many) => `${n} ${n === 1 ? one : many || one + 's'}`;
const number = (x) => String(Math.round(x * 100) / 100);

// Tables that are sorted by a button in a column's head. Rows without a value come last in both directions.
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

// columns: {title, text, first}: text is aligned left, and sorted ascending at first; numbers the opposite.
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
