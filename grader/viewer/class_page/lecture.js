// What has cost the class most points, lab by lab: for the next lecture.
const MOST_SHOWN = 3;

function add(groups, name, student, lost) {
  if (!groups.has(name)) groups.set(name, {name, lost: 0, who: new Set()});
  groups.get(name).lost += lost;
  groups.get(name).who.add(student.index);
}

const words = (fault) => fault.mistake || `${fault.title}: failed`;

// A check that was skipped has lost its points to what failed before it: in its own task, otherwise in the whole file.
function causeOf(faults, fault) {
  if (fault.status === 'failed') return words(fault);
  const failed = faults.filter((other) => other.status === 'failed');
  const before = failed.find((other) => other.task === fault.task) || failed.find((other) => !other.task);
  if (before) return words(before);
  const started = !faults.some((other) => other.task === fault.task && other.id === 'correct' && other.status === 'skipped');
  return started ? `${fault.title}: skipped` : 'the task was not started';
}

function lossesOf(lab) {
  const checks = new Map(), mistakes = new Map();
  let lost = 0, possible = 0;
  for (const {student, result} of ofLab(lab).filter((entry) => isGraded(entry.result))) {
    possible += judged(result);
    for (const fault of result.faults.filter((one) => one.status !== 'open' && lostPoints(one) > 0)) {
      lost += lostPoints(fault);
      add(checks, fault.title, student, lostPoints(fault));
      add(mistakes, causeOf(result.faults, fault), student, lostPoints(fault));
    }
  }
  const sorted = (groups) => [...groups.values()].sort((a, b) => b.lost - a.lost).slice(0, MOST_SHOWN);
  return {lost, possible, checks: sorted(checks), mistakes: sorted(mistakes)};
}

const lossList = (title, groups, lost) => [h('h4', {}, title), h('ol', {class: 'losses'}, groups.map((group) => h('li', {},
  h('span', {class: 'count', share: group.lost / lost}),
  h('span', {}, group.name, ' ', h('span', {class: 'quiet'},
    `${number(group.lost)} points, ${Math.round((100 * group.lost) / lost)} % of what was lost, ${plural(group.who.size, 'student')}`)))))];

function lectureCard(lab) {
  const {lost, possible, checks, mistakes} = lossesOf(lab);
  if (!lost) return null;
  return h('div', {class: 'card'},
    h('div', {class: 'strip-head'}, h('h3', {}, labs[lab].title),
      h('span', {class: 'quiet'}, `${number(lost)} of ${number(possible)} points lost`)),
    lossList('Checks', checks, lost), lossList('Mistakes', mistakes, lost));
}

function showLecture() {
  const cards = labs.map((_, lab) => lectureCard(lab)).filter(Boolean);
  byId('lectures').append(...(cards.length ? cards : [h('p', {class: 'quiet'}, 'No points were lost.')]));
}
