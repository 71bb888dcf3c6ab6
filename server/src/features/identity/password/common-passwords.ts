import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

// The first 5 bytes of SHA-256 of each, sorted: 500 kB, read once. One in ten million others is refused by chance.
const file = new URL('common-passwords.bin', import.meta.url);
const size = 5;
let list: Promise<Buffer> | undefined;

/**
 * Whether a password is one of the 100,000 most used, without regard to case. The list has only those that our other
 * rules let through; it is made of the ten million passwords that Mark Burnett published, most used first.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= readFile(file);
  const sorted = await list;
  const wanted = createHash('sha256').update(password.normalize('NFKC').toLowerCase()).digest();
  let [from, until] = [0, sorted.length / size];
  while (from < until) {
    const middle = Math.floor((from + until) / 2);
    const order = wanted.compare(sorted, middle * size, (middle + 1) * size, 0, size);
    if (order === 0) return true;
    if (order < 0) until = middle;
    else from = middle + 1;
  }
  return false;
}
