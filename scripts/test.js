// `npm test`, and `npm run check` (the everyday part: `--everyday`). See scripts/lib/say.js for the rules.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { environment, run } from './lib/child.js';
import { ensureChromium } from './lib/chromium.js';
import { ensureInstalled } from './lib/install.js';
import { ensurePortalBuilt } from './lib/portal.js';
import { root } from './lib/root.js';
import { say, seconds } from './lib/say.js';

const isEveryday = process.argv.includes('--everyday');
const begin = Date.now();
const node = await ensureInstalled();
const reports = mkdtempSync(join(tmpdir(), 'balie-reports-'));
const bin = (path) => join(root, 'node_modules', path);
let count = 0;
/** Files of journeys that were played a second time. */
let again = [];

/** The commands of package.json stay the one place where they are spelt; they are plain words without quotes. */
async function script(name) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return run(scripts[name], [], { shell: true });
}

async function vitest(...args) {
  count += 1;
  const report = join(reports, `${count}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const env = environment({ BALIE_NODE: node, ...chromium });
  return run(node, [bin('vitest/vitest.mjs'), 'run', ...reporters, ...args], { env });
}

const reportOf = (number) => JSON.parse(readFileSync(join(reports, `${number}.json`), 'utf8'));

/**
 * The journeys; a file that fails is played once more, whole and on a new product, and that is told:
 * a browser on a busy machine may miss a moment once, a defect is there twice.
 */
async function journeys(...args) {
  const code = await vitest(...args);
  if (code === 0 || !existsSync(join(reports, `${count}.json`))) return code;
  again = reportOf(count)
    .testResults.filter(({ status }) => status !== 'passed')
    .map(({ name }) => relative(root, name));
  if (again.length === 0) return code;
  say(`\n── A second try, each on a new product: ${again.join(', ')}`);
  return vitest(...args, ...again);
}

async function step(title, work) {
  const start = Date.now();
  say(`\n── ${title}`);
  const code = await work();
  if (code === 0) return say(`── ${title}: fine (${seconds(start)})`);
  say(`── ${title}: FAILED (${seconds(start)})`);
  finish(code);
}

/** The sum of what the runner itself reported, a file played twice by its second try, and nothing when it reported nothing. */
function printSum() {
  const files = new Map();
  for (let number = 1; number <= count; number += 1) {
    if (!existsSync(join(reports, `${number}.json`))) return;
    for (const { name, assertionResults } of reportOf(number).testResults) files.set(name, assertionResults);
  }
  const all = [...files.values()].flat();
  const having = (status) => all.filter((one) => one.status === status).length;
  if (count > 0) say(`${having('passed')} passed, ${having('failed')} failed`);
  if (again.length > 0) say(`A second try was needed by ${again.join(', ')}`);
}

function finish(code) {
  say(`\n${code === 0 ? 'Everything holds' : 'Stopped at the first failure'} (${seconds(begin)})`);
  printSum();
  rmSync(reports, { recursive: true, force: true });
  process.exit(code);
}

let chromium = {};
await step('Types', () => script('types'));
await step('Lint and import boundaries', () => script('lint'));
await step('Unused code', () => script('unused'));
if (existsSync(join(root, 'scripts/check-locales.ts'))) {
  await step('Missing translations', () => run(node, [join(root, 'scripts/check-locales.ts')]));
}
await step('Rules, routes and screens', () => vitest());
if (!isEveryday) {
  await step('Portal build', async () => {
    await ensurePortalBuilt(node);
    return 0;
  });
  chromium = { BALIE_CHROMIUM: await ensureChromium() };
  const config = ['--config', 'vitest.journeys.config.ts', '--passWithNoTests'];
  await step('Journeys in the browser', () => journeys(...config, '--project', 'journeys'));
  await step('Killed in the middle of writes', () => vitest(...config, '--project', 'kill'));
}
finish(0);
