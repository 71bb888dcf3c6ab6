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

/** Prints how a command is used if `--help` asks for it; gives whether it did. */
export function printHelp(usage: string): boolean {
  const isAsked = process.argv.slice(2).some((word) => word === '--help' || word === '-h');
  if (isAsked) say(usage.trimEnd());
  return isAsked;
}

/** Runs a command, or prints how it is used; what goes wrong is one sentence where it has one, and exit code 1. */
export async function runCommand(usage: string, work: () => Promise<void>): Promise<void> {
  if (printHelp(usage)) return;
  try {
    await work();
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
      process.stderr.write(`${error.message}\n${usage}\n`);
    else if (error instanceof StartProblem) process.stderr.write(`${error.sentence()}\n`);
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
