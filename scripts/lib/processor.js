import { readFileSync } from 'node:fs';

// What /proc counts in, on every Linux.
const ticksPerSecond = 100;

function numbers(file, from) {
  try {
    const line = readFileSync(file, 'utf8').split('\n')[0];
    return line
      .slice(line.lastIndexOf(from) + from.length)
      .trim()
      .split(/\s+/)
      .map(Number);
  } catch {
    return undefined;
  }
}

/** Processor seconds of everything we started that has ended; undefined where the system does not say. */
export function secondsOfChildren() {
  const fields = numbers('/proc/self/stat', ')');
  return fields && (fields[13] + fields[14]) / ticksPerSecond;
}

/** Processor seconds that this machine has worked, for anybody; undefined where the system does not say. */
export function secondsOfMachine() {
  const fields = numbers('/proc/stat', 'cpu ');
  if (fields === undefined) return undefined;
  const [user, nice, system, , , interrupts, softInterrupts] = fields;
  return (user + nice + system + interrupts + softInterrupts) / ticksPerSecond;
}
