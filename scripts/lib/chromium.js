import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './child.js';
import { giveUp, say } from './say.js';

// Debian's build without windows takes a third less of the processor for the same pages.
const packages = ['chromium-headless-shell', 'chromium'];
const names = [...packages, 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}

function findChromium() {
  const given = process.env.BALIE_CHROMIUM ?? process.env.CHROMIUM_PATH;
  if (given !== undefined && existsSync(given)) return given;
  return (
    names.map(onPath).find((file) => file !== undefined) ?? applications.find((file) => existsSync(file))
  );
}

function mayUseApt() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** The path of a Chromium for the journeys: the machine's, else Debian's package where we may install it. */
export async function ensureChromium() {
  const found = findChromium();
  if (found !== undefined) return found;
  if (mayUseApt()) {
    say('Installing Chromium for the journeys…');
    const quiet = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    await run('apt-get', ['update', '-q'], quiet);
    for (const name of packages) {
      if (findChromium() !== undefined) break;
      await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], quiet);
    }
  }
  return (
    findChromium() ??
    giveUp(
      'The journeys need Chromium: install the package "chromium" (Debian: apt-get install chromium) or Google Chrome, or give its path in CHROMIUM_PATH.',
    )
  );
}
