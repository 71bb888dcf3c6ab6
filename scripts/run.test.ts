import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'balie-run-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program through the bootstrap, as `npm run token` and its like do. */
function bootstrap(program: string, args: string[] = []): { child: ChildProcess; said: () => string } {
  const file = join(folder, `${Math.random()}.ts`);
  writeFileSync(file, program);
  const run = fileURLToPath(new URL('./run.js', import.meta.url));
  const child = spawn(process.execPath, [run, file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  return { child, said: () => said };
}

test('a program runs on Node 24, with its arguments, where the command was given, and its exit code comes back', async () => {
  const { child, said } = bootstrap(
    `const answer: number = 7;
     console.log(process.versions.node.split('.')[0], process.argv.slice(2).join(), process.cwd());
     process.exitCode = answer;`,
    ['one', '--two'],
  );
  expect(await once(child, 'exit')).toEqual([7, null]);
  expect(said().trim()).toBe(`24 one,--two ${process.cwd()}`);
});

test('a signal is handed on once, and the program ends in its own time', async () => {
  const { child, said } = bootstrap(
    `let heard = 0;
     process.on('SIGTERM', () => { heard += 1; setTimeout(() => { console.log('heard', heard); process.exit(3); }, 300); });
     setInterval(() => {}, 1000);
     console.log('ready');`,
  );
  await expect.poll(said, { timeout: 10_000 }).toContain('ready');
  child.kill('SIGTERM');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([3, null]);
  expect(said().trim()).toBe('ready\nheard 1');
});

test('a program that was killed gives the exit code that a shell would', async () => {
  const { child } = bootstrap(`process.kill(process.pid, 'SIGKILL');`);
  expect(await once(child, 'exit')).toEqual([137, null]);
});

test('what is installed first is told beside the output, which a model’s host reads as a protocol', async () => {
  const checkout = mkdtempSync(join(folder, 'checkout-'));
  const scripts = fileURLToPath(new URL('.', import.meta.url));
  cpSync(join(scripts, 'run.js'), join(checkout, 'scripts/run.js'));
  cpSync(join(scripts, 'lib'), join(checkout, 'scripts/lib'), { recursive: true });
  const pack = { name: 'checkout', version: '1.0.0', type: 'module' };
  writeFileSync(join(checkout, 'package.json'), JSON.stringify(pack));
  const lock = { ...pack, lockfileVersion: 3, requires: true, packages: { '': pack } };
  writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify(lock));
  writeFileSync(join(checkout, 'program.ts'), `console.log('{"jsonrpc":"2.0"}');`);
  const child = spawn(process.execPath, [join(checkout, 'scripts/run.js'), 'program.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` },
  });
  const [said, beside] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(beside).toContain('Installed in');
  expect(said).toBe('{"jsonrpc":"2.0"}\n');
});
