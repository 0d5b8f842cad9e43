// Elements from data. Text only ever becomes text nodes and attributes: what a student called himself is never read
// as HTML.
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

// A name may be written from right to left; it must not turn what stands beside it.
const named = (name) => h('bdi', {}, name);
const plural = (n, one, many) => `${n} ${n === 1 ? one : many || one + 's'}`;
const number = (x) => String(Math.round(x * 100) / 100);
