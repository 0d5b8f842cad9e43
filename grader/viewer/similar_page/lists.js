// The lab's groups and pairs, and what is chosen of them.
const data = JSON.parse(byId('data').textContent);

function setTheme(dark) {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  byId('theme').setAttribute('aria-pressed', dark);
}

function pairRow(lab, pair) {
  const files = pair.files.map((file) => lab.files[file]);
  const open = h('button', {type: 'button'}, 'Compare');
  const sameName = files[0].student === files[1].student;
  const element = h('tr', {}, h('th', {scope: 'row'}, fileName(files[0])),
    h('td', {class: 'text'}, fileName(files[1]), sameName && h('small', {}, 'of one name')),
    h('td', {class: 'number'}, percent(pair.share)), h('td', {class: 'number'}, pair.tokens), h('td', {}, open));
  open.addEventListener('click', () => {
    for (const row of byId('pair-table').tBodies[0].rows) row.classList.toggle('chosen', row === element);
    showPair(lab, pair);
    byId('texts').scrollIntoView();
  });
  return {element, keys: [files[0].student, files[1].student, pair.share, pair.tokens, null]};
}

const groupElement = (lab, group) => h('div', {class: 'group'},
  h('p', {}, h('b', {}, `${group.files.length} submissions`), `, each pair ${percent(group.least)} to ${percent(group.most)}`),
  h('p', {}, group.files.map((file, i) => [i > 0 && ', ', fileName(lab.files[file])].flat())));

const givenElement = (one) => h('div', {class: 'group'}, h('p', {}, h('b', {}, named(one.student)),
  `: ${percent(one.share)} of what is beside the starter was given`, one.by && `, most of it by ${one.by}`));

function showLab(lab) {
  const table = byId('pair-table');
  const columns = [{title: 'Submission', text: true}, {title: 'And', text: true}, {title: 'Share'}, {title: 'Tokens'},
    {title: 'Texts'}];
  table.replaceChildren();
  makeSortable(table, 'Pairs, the most alike first', columns, lab.pairs.map((pair) => pairRow(lab, pair)));
  byId('group-list').replaceChildren(...(lab.groups.length ? lab.groups.map((group) => groupElement(lab, group))
    : [h('p', {class: 'quiet'}, 'There is none.')]));
  byId('given-list').replaceChildren(...(lab.given.length ? lab.given.map(givenElement)
    : [h('p', {class: 'quiet'}, 'There is none.')]));
  const against = lab.earlier > 0 ? `, against ${lab.earlier} of other classes` : '';
  const cut = lab.found > lab.pairs.length ? `, of which the ${lab.pairs.length} most alike are shown` : '';
  byId('counted').textContent = `${plural(lab.submissions, 'submission')}${against}: ${plural(lab.found, 'pair')}${cut}`;
  showNoPair();
}

const chooser = byId('lab');
chooser.append(...data.labs.map((lab, i) => h('option', {value: i}, `${lab.title}: ${plural(lab.found, 'pair')}`)));
chooser.addEventListener('change', () => showLab(data.labs[chooser.value]));
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
setTheme(prefersDark.matches);
prefersDark.addEventListener('change', (event) => setTheme(event.matches));
byId('theme').addEventListener('click', () => setTheme(byId('theme').getAttribute('aria-pressed') !== 'true'));
byId('about').textContent = `Pairs that share ${number(data.least)} % or more of what is the shorter one's own`;
const first = Math.max(0, data.labs.findIndex((lab) => lab.found > 0));
chooser.value = first;
showLab(data.labs[first]);
