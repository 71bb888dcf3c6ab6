import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(`${root}package.json`, 'utf8')));
// The others are programs of others, which have their own.
const own = Object.entries(scripts).flatMap(([name, command]) => {
  const [, file] = /^node (?:scripts\/run\.js )?(\S+)/.exec(command) ?? [];
  return file === undefined ? [] : [[name, file] as const];
});

test.each(own)('npm run %s says how it is used', (name, file) => {
  const source = readFileSync(`${root}${file}`, 'utf8');
  expect(source).toMatch(new RegExp(`npm (run )?${name}\\b`));
  expect(source).toMatch(/\b(runCommand\(usage,|printHelp\(|helpIfAsked\()/);
});

// One of each kind: starting all takes a minute.
test.each(['start', 'rotate-keys'])(
  'npm run %s -- --help does nothing else',
  async (name) => {
    const file = own.find(([known]) => known === name)?.[1] ?? '';
    const { stdout } = await promisify(execFile)(process.execPath, [file, '--help'], { cwd: root });
    expect(stdout).toMatch(/^Usage: npm /);
  },
  30_000,
);
