// Everything under scripts/*.js runs before anything is installed: `node:` imports only, and nothing past Node 20.

/** One line of progress for the person at the terminal. */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** One line about something that went wrong. */
export function warn(text) {
  process.stderr.write(`${text}\n`);
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
