// `npm test`, `npm run check` (`--everyday`) and `npm run stories` (`--stories`). See scripts/lib/say.js for the rules.
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { environment, run } from './lib/child.js';
import { ensureChromium } from './lib/chromium.js';
import { ensureInstalled } from './lib/install.js';
import { ensurePortalBuilt } from './lib/portal.js';
import { secondsOfChildren, secondsOfMachine } from './lib/processor.js';
import { root } from './lib/root.js';
import { helpIfAsked, say, seconds } from './lib/say.js';

helpIfAsked(`Usage: npm test
       npm run check
       npm run stories

\`npm test\` proves everything, in a headless Chromium too; its budget is ten minutes on two quiet cores.
\`npm run check\` is the everyday part: the static checks, and the tests that the changes since the last commit reach.
\`npm run stories\` plays long stories of several people in a headless Chromium.`);

const isEveryday = process.argv.includes('--everyday');
const isStories = process.argv.includes('--stories');
const begin = Date.now();
/** What a run may take on two cores with nothing beside it (decision 0072). */
const maxSeconds = isEveryday ? 180 : 600;
const machineAtBegin = secondsOfMachine();
const node = await ensureInstalled();
const reports = mkdtempSync(join(tmpdir(), 'balie-reports-'));
const bin = (path) => join(root, 'node_modules', path);
/** How many runs of Vitest were started; each has a report by its number. */
let count = 0;
/** Files that were run a second time. */
const again = [];
/** The exit code of the first step that failed. */
let failed = 0;

/** The commands of package.json stay the one place where they are spelt; they are plain words without quotes. */
const script = (name) => async (stdio) => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return run(scripts[name], [], { shell: true, stdio });
};

const reportOf = (number) => join(reports, `${number}.json`);
const readReport = (number) => JSON.parse(readFileSync(reportOf(number), 'utf8'));

/** Runs Vitest; gives its exit code and the number of its report. */
async function vitest(stdio, args, extra = {}, priority) {
  count += 1;
  const number = count;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(number)}`];
  const env = environment({ BALIE_NODE: node, ...extra });
  return {
    number,
    code: await run(node, [bin('vitest/vitest.mjs'), 'run', ...reporters, ...args], { env, stdio, priority }),
  };
}

/**
 * Runs Vitest; a file that fails is run once more, whole (a journey on a new product), and the end of the output says
 * so: a busy machine may miss a moment once, a defect is there twice.
 */
async function withSecondTry(stdio, args, extra, priority) {
  const { code, number } = await vitest(stdio, args, extra, priority);
  if (code === 0 || !existsSync(reportOf(number))) return code;
  const files = readReport(number)
    .testResults.filter(({ status }) => status !== 'passed')
    .map(({ name }) => relative(root, name));
  if (files.length === 0) return code;
  again.push(...files);
  say(`\n── A second try: ${files.join(', ')}`);
  return (await vitest(stdio, [...args, ...files], extra, priority)).code;
}

/** What two lanes write at once would mix; a step of the second lane is shown when it ended. */
async function apart(work) {
  const file = join(reports, `${Math.random()}.log`);
  const output = openSync(file, 'w');
  try {
    return await work(['ignore', output, output]);
  } finally {
    closeSync(output);
    process.stdout.write(readFileSync(file, 'utf8'));
  }
}

let countedOfChildren = secondsOfChildren() ?? 0;

/** The processor time of the step that just ended; what ended in the same moment counts as its own. */
function processorTime() {
  const now = secondsOfChildren();
  if (now === undefined) return '';
  const used = now - countedOfChildren;
  countedOfChildren = now;
  return `, ${used.toFixed(0)} s of processor`;
}

/**
 * One after the other, until a step of any lane fails; what runs beside it then runs to its end. Steps that lanes share
 * are taken by the lane that is free first.
 */
async function lane(steps, show, shared = []) {
  for (let step = steps.shift() ?? shared.shift(); step; step = steps.shift() ?? shared.shift()) {
    if (failed !== 0) return;
    const [title, work] = step;
    const start = Date.now();
    say(`\n── ${title}`);
    const code = await show(work);
    if (code !== 0) failed ||= code;
    say(`── ${title}: ${code === 0 ? 'fine' : 'FAILED'} (${seconds(start)}${processorTime()})`);
  }
}

/** Every file that the runner itself reported; one that was played twice by its second try. */
function reportedFiles() {
  const files = new Map();
  for (let number = 1; number <= count; number += 1) {
    if (!existsSync(reportOf(number))) return undefined;
    for (const file of readReport(number).testResults) files.set(file.name, file);
  }
  return [...files.values()];
}

function printSlowest(files) {
  const slowest = files
    .map(({ name, startTime, endTime }) => ({ name: relative(root, name), took: endTime - startTime }))
    .toSorted((one, other) => other.took - one.took)
    .slice(0, 10);
  if (slowest.length > 0) say('\nThe slowest files:');
  for (const { name, took } of slowest) say(`${(took / 1000).toFixed(1).padStart(7)} s  ${name}`);
}

/**
 * Warns of a run that takes too long, with what else this machine was doing: a busy machine is no reason to refuse a
 * change. Processes that a test killed count as 'all else'.
 */
function checkBudget() {
  const took = (Date.now() - begin) / 1000;
  const machine = secondsOfMachine();
  if (machineAtBegin !== undefined && machine !== undefined) {
    const own = secondsOfChildren() ?? 0;
    const all = machine - machineAtBegin;
    say(
      `\nProcessor: ${own.toFixed(0)} s by this run, ${Math.max(0, all - own).toFixed(0)} s by all else on this machine`,
    );
  }
  if (took > maxSeconds)
    say(
      `Over the budget: ${took.toFixed(0)} s of at most ${maxSeconds} s on two quiet cores (decision 0072)`,
    );
}

/** The last line is read by programs; it is missing when a run left no report. */
function printResults() {
  const files = reportedFiles();
  if (files !== undefined) printSlowest(files);
  checkBudget();
  say(`\n${failed === 0 ? 'Everything holds' : 'Stopped at the first failure'} (${seconds(begin)})`);
  if (again.length > 0) say(`A second try was needed by ${again.join(', ')}`);
  if (files === undefined) return;
  const all = files.flatMap(({ assertionResults }) => assertionResults);
  const having = (status) => all.filter((one) => one.status === status).length;
  say(`${having('passed')} passed, ${having('failed')} failed`);
}

const checks = [
  ['Formatting', script('format:check')],
  // With the types of both projects (tsconfig.json, portal/tsconfig.json): `npm run types` asks the compiler alone.
  ['Types, lint and import boundaries', script('lint')],
  ['Unused code', script('unused')],
  ['Missing translations', (stdio) => run(node, [join(root, 'scripts/check-locales.ts')], { stdio })],
];

if (isEveryday) {
  const tests = async (stdio) => (await vitest(stdio, ['--changed', '--passWithNoTests'])).code;
  await Promise.all([
    lane([['Tests of what changed since the last commit', tests]], (work) => work('inherit')),
    lane(checks, apart),
  ]);
} else {
  // Two lanes for two cores: a journey mostly waits for its browser. A third made journeys miss their time.
  const chromium = { BALIE_CHROMIUM: await ensureChromium() };
  const config = ['--config', 'vitest.journeys.config.ts', '--passWithNoTests'];
  const built = ensurePortalBuilt(node);
  const project = (name) => (stdio) => withSecondTry(stdio, [...config, '--project', name], chromium);
  const build = ['Portal build', () => built.then(() => 0)];
  // The product's workers have this priority too: above them, Vitest starved those that journeys wait for.
  const units = (stdio) => withSecondTry(stdio, [], {}, constants.priority.PRIORITY_BELOW_NORMAL);
  const last = [['Killed in the middle of writes', (stdio) => built.then(() => project('kill')(stdio))]];
  if (isStories)
    await lane([build, ['Stories in the browser', project('stories')]], (work) => work('inherit'));
  else
    await Promise.all([
      lane([...checks, ['Rules, routes and screens', units]], (work) => work('inherit'), last),
      lane([build, ['Journeys in the browser', project('journeys')]], apart, last),
    ]);
}
printResults();
rmSync(reports, { recursive: true, force: true });
process.exit(failed);
