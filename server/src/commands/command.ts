import { resolve } from 'node:path';
import { StartProblem } from '#server/platform/start-problem.ts';

/** One line for the person at the terminal. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** What follows `--name` on the command line. */
export function option(name: string): string | undefined {
  const index = process.argv.indexOf(`--${name}`);
  return index < 0 ? undefined : process.argv[index + 1];
}

/** Runs a command; what goes wrong is one sentence where it has one, and exit code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof StartProblem) process.stderr.write(`${error.sentence()}\n`);
    else if (error instanceof CommandProblem) process.stderr.write(`${error.message}\n`);
    else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  }
}

/** Something that the person at the terminal can act on. */
export class CommandProblem extends Error {}

/** A path as it was typed: npm starts us in the project's folder and keeps the other one in INIT_CWD. */
export function typedPath(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}
