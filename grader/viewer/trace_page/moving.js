// The page as a whole: moves from step to step.

// The block size of this trace, if the command has chosen it.
function threadsText() {
  const {own, chosen, refused} = trace.threads || {};
  if (chosen) return 'small blocks (--block ' + chosen + '), so that all is seen: those of the file have ' + own + ' threads';
  return refused ? 'blocks as the file has them: with --block ' + refused + ' it does something else' : '';
}

const workName = (launch, count) => plural(count, launch.work_is_stores ? 'store' : 'operation');

// Steps and work so far, of this launch; with several launches, also its number.
function counted() {
  const launch = launchNow(), moment = view.timeline.moments[view.steps[view.at]];
  if (!moment) return 'nothing was recorded';
  const where = trace.launches.length > 1 ? 'launch ' + (view.launch + 1) + ' of ' + trace.launches.length + ': ' : '';
  return where + moment.steps + ' of ' + plural(view.timeline.steps, 'parallel step') + ', ' + moment.work + ' of ' + workName(launch, launch.work);
}

function showNow() {
  const event = eventNow(), error = event.e === undefined ? null : trace.errors[event.e];
  const parts = ['Step ' + (view.at + 1) + ' of ' + view.steps.length, 'interval ' + event.i + ' (' + plural(event.i, 'barrier') + ' passed)', describe(event), cost(event), beyond(event),
                 placeName(event.l)].filter((part) => part);
  $('now').replaceChildren(parts.join(' · '), element('br'), element('span', {class: 'faint', title: 'A parallel step is what lies between two barriers, if something is stored in it.'}, 'So far ' + counted()));
  if (error)
    $('now').append(element('br'), element('span', {class: 'wrong'}, error.kind.replace('_', ' ') + ': ' + error.message +
        (error.other ? '. The other side is ' + placeName(error.other.l) + ', thread ' + error.other.thread[0] : '')));
}

function show() {
  $('slider').max = view.steps.length - 1;
  $('slider').value = view.at;
  if (view.steps.length === 0) {
    $('now').textContent = 'Nothing was recorded of this launch.';
    return;
  }
  for (const part of [showNow, showPicture, showArrays, showLanes, showLocals, showMemory, showSource, showTable]) part();
  // Measurements come last, so that the browser lays out the page only once.
  const room = document.documentElement.style, nav = document.querySelector('nav').offsetHeight;
  if (nav > (parseInt(room.getPropertyValue('--nav')) || 0)) room.setProperty('--nav', nav + 'px');
  revealRow();
  revealLine();
  history.replaceState(null, '', '#launch=' + (view.launch + 1) + '&step=' + (view.at + 1));
}

function go(to) {
  view.at = Math.max(0, Math.min(view.steps.length - 1, to));
  show();
}

function goInterval(by) {
  const events = launchNow().events, key = (i) => events[view.steps[i]].b + ':' + events[view.steps[i]].i;
  let at = view.at;
  if (by < 0) while (at > 0 && (at === view.at || key(at - 1) === key(at))) at--;
  else while (at < view.steps.length - 1 && (key(at) === key(view.at))) at++;
  go(at);
}

function play(on) {
  clearInterval(view.timer);
  view.timer = on ? setInterval(() => view.at + 1 < view.steps.length ? go(view.at + 1) : play(false), 700) : null;
  $('play').setAttribute('aria-pressed', '' + on);
}

function listSteps(current) {
  const every = $('every-line').checked;
  view.steps = launchNow().events.map((_, i) => i).filter((i) => every || launchNow().events[i].k !== 'code');
  const at = view.steps.findIndex((i) => i >= current);
  view.at = at < 0 ? Math.max(0, view.steps.length - 1) : at;
}

// Goes to the place where an error was first found; without a number, to the first error.
function goToError(e) {
  const wanted = (event) => event.e !== undefined && (e === undefined || event.e === e);
  const found = trace.launches.findIndex((launch) => launch.events.some(wanted));
  if (found < 0) return;
  openLaunch(found, trace.launches[found].events.findIndex(wanted));
}

// Goes to that launch, and to that event of it, or the next one that is a step.
function openLaunch(number, event = 0) {
  const launch = trace.launches[view.launch = number], size = (d) => d.filter((x, i) => i === 0 || x > 1).join(' × ');
  view.timeline = new Timeline(launch);
  view.packed = packedArrays(launch);
  view.chosen = null;
  drawn.key = '';
  $('launch').value = number;
  $('title').textContent = document.title = launch.kernel;
  $('facts').textContent = [plural(launch.grid[0] * launch.grid[1] * launch.grid[2], 'block') + ' of ' + size(launch.block) + ' threads',
      ...launch.arguments.map((argument) => argument.name + ' = ' + argument.value),
      'in all ' + plural(view.timeline.steps, 'parallel step') + ' and ' + workName(launch, launch.work),
      threadsText(),
      launch.cut ? 'larger than what is shown: the first 8 blocks, 64 threads of each, 64 cells of each array' : '',
  ].filter((part) => part).join(' · ');
  listSteps(event);
  buildArrays();
  show();
}

// The source is next to the picture if there is room; on a phone it is below, with the other details of a step.
function placeSource() {
  const narrow = matchMedia('(max-width: 52rem)').matches;
  if (narrow !== ($('source').parentNode === $('beside'))) (narrow ? $('beside') : document.querySelector('main')).append($('source'));
}

function start() {
  placeSource();
  trace.launches.forEach((launch, i) => $('launch').append(element('option', {value: i}, (i + 1) + ': ' + launch.kernel)));
  $('launch-label').hidden = trace.launches.length < 2;
  trace.errors.forEach((error, e) => {
    const place = error.actor.l[1] ? placeName(error.actor.l) + ': ' : ''; // a wrong element may have no writer
    const button = element('button', {}, place + error.kind.replace('_', ' ') + ': ' + error.message);
    button.addEventListener('click', () => goToError(e));
    $('errors').append(element('li', {}, button));
  });
  if (trace.launches.length === 0) {
    $('title').textContent = 'No kernel was launched';
    return;
  }
  const press = {first: () => go(0), last: () => go(Infinity), back: () => go(view.at - 1), forward: () => go(view.at + 1),
                 'interval-back': () => goInterval(-1), 'interval-forward': () => goInterval(1),
                 play: () => play(!view.timer)};
  for (const [id, action] of Object.entries(press)) $(id).addEventListener('click', action);
  $('slider').addEventListener('input', () => go(+$('slider').value));
  $('launch').addEventListener('change', () => openLaunch(+$('launch').value));
  $('every-line').addEventListener('change', () => { listSteps(view.steps[view.at]); show(); });
  $('table-box').addEventListener('toggle', showTable);
  $('arrays').addEventListener('click', (click) => {
    const cell = click.target.closest('.cell');
    if (!cell) return;
    const chosen = {array: +cell.dataset.array, cell: +cell.dataset.cell};
    const same = view.chosen && view.chosen.array === chosen.array && view.chosen.cell === chosen.cell;
    view.chosen = same ? null : chosen;
    showArrays();
  });
  document.addEventListener('keydown', (key) => {
    if (key.target.matches('select, pre, summary, .wide') || key.ctrlKey || key.metaKey || key.altKey) return;
    const actions = {ArrowRight: key.shiftKey ? press['interval-forward'] : press.forward,
                     ArrowLeft: key.shiftKey ? press['interval-back'] : press.back,
                     Home: press.first, End: press.last, ' ': key.target.matches('button') ? null : press.play};
    if (!actions[key.key]) return;
    key.preventDefault();
    actions[key.key]();
  });
  $('picture').addEventListener('click', (click) => {
    const cell = click.target.closest('.pc'), row = cell && drawn.levels.items[+cell.dataset.row];
    if (!row) return;
    const wrote = row.places.find((i) => drawn.levels.at.get(i).cells.includes(+cell.dataset.cell)), at = view.steps.indexOf(wrote === undefined ? row.first : wrote);
    if (at >= 0) go(at);
  });
  window.addEventListener('resize', () => { placeSource(); drawn.key = ''; if (view.steps.length) showPicture(); });
  const wanted = new URLSearchParams(location.hash.slice(1));
  const number = Math.min(trace.launches.length, Math.max(1, +wanted.get('launch') || 1)) - 1;
  const steps = trace.launches[number].events.map((_, i) => i).filter((i) => trace.launches[number].events[i].k !== 'code');
  if (!wanted.get('step') && trace.errors.length) goToError(); // the reason for most visits
  if (!view.timeline) openLaunch(number, steps[Math.min(steps.length, +wanted.get('step') || 1) - 1]);
}

start();
