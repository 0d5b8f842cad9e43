// The class's data from the gradebook, and counts over it.
const data = JSON.parse(byId('data').textContent);
const labs = data.labs;
const students = data.students.map((student, index) => ({...student, index}));
const QUESTIONS = data.questions.map((name) => name[0].toUpperCase() + name.slice(1));

const isGraded = (result) => result != null && (result.status === 'graded' || result.status === 'stale');
// As a share of the points that were judged.
const judged = (result) => result.max - (result.open || 0);
const share = (result) => (judged(result) > 0 ? result.score / judged(result) : 0);
const openPoints = (result) => result.open && h('small', {class: 'quiet'}, ` ${number(result.open)} open`);

// Every result with its student and its lab. Without names, each is an entry of its own: its student is not known.
const results = data.nameless
  ? data.results.flatMap((ofLab, lab) => ofLab.map((result, i) => ({student: {index: `${lab}.${i}`}, lab, result})))
  : students.flatMap((student) =>
    student.results.map((result, lab) => ({student, lab, result})).filter((entry) => entry.result));
const ofLab = (lab) => results.filter((entry) => entry.lab === lab);

// Every bandwidth of a lab, with the student's name if names are known.
const bandwidthsOf = (lab) => (data.nameless ? data.bandwidths[lab]
  : ofLab(lab).flatMap(({student, result}) => (result.bandwidth || []).map((one) => ({...one, name: student.name}))));
// A student's display name, followed by the login.
const whole = (student) => [named(student.name), student.login && h('small', {class: 'quiet'}, ` ${student.login}`)];

// The final score counts, if there are rules. It may exist without a score if a person has set it.
const hasPoints = (result) => result != null && (result.final != null || isGraded(result));
const points = (result) => result.final ?? result.score;
const lostPoints = (fault) => (fault.max || 0) - (fault.points || 0);

function total(student) {
  const counted = student.results.filter((result) => hasPoints(result) && !result.dropped);
  return counted.length ? counted.reduce((sum, result) => sum + points(result), 0) : null;
}

// The value below which a share of the sorted values lies, 0 to 1; interpolated between two neighbours.
function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  if (!sorted.length) return null;
  const at = part * (sorted.length - 1), below = Math.floor(at);
  return sorted[below] + (at - below) * ((sorted[below + 1] ?? sorted[below]) - sorted[below]);
}

const median = (values) => quantile(values, .5);

// A map's value for a key, created if it is not there yet.
function groupOf(groups, key, make) {
  if (!groups.has(key)) groups.set(key, make());
  return groups.get(key);
}
