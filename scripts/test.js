// `npm test`, and `npm run check` (the everyday part: `--everyday`). See scripts/lib/say.js for the rules.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

async function step(title, work) {
  const start = Date.now();
  say(`\n── ${title}`);
  const code = await work();
  if (code === 0) return say(`── ${title}: fine (${seconds(start)})`);
  say(`── ${title}: FAILED (${seconds(start)})`);
  finish(code);
}

/** The sum of what the runner itself reported, and nothing when it reported nothing. */
function printSum() {
  let passed = 0;
  let failed = 0;
  for (let number = 1; number <= count; number += 1) {
    const file = join(reports, `${number}.json`);
    if (!existsSync(file)) return;
    const report = JSON.parse(readFileSync(file, 'utf8'));
    passed += report.numPassedTests;
    failed += report.numFailedTests;
  }
  if (count > 0) say(`${passed} passed, ${failed} failed`);
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
  await step('Journeys in the browser', () => vitest(...config, '--project', 'journeys'));
  await step('Killed in the middle of writes', () => vitest(...config, '--project', 'kill'));
}
finish(0);
