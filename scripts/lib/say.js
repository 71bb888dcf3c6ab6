// Everything under scripts/*.js runs before anything is installed: `node:` imports only, and nothing past Node 20.

/** One line of progress for the person at the terminal. */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** One line of progress beside what a program prints, which may be for another program. */
export function sayBeside(text) {
  process.stderr.write(`${text}\n`);
}

/** One line about something that went wrong. */
export function warn(text) {
  process.stderr.write(`${text}\n`);
}

/** Prints how a command is used and ends, if `--help` asks for it. */
export function helpIfAsked(usage) {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return;
  say(usage);
  process.exit(0);
}

/** Ends with one clear sentence. */
export function giveUp(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** Seconds since a moment of `Date.now()`, as people read them. */
export function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
