import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { opened, sealing, SealProblem } from './seal.ts';

const key = randomBytes(32);
const mib = 1024 * 1024;

async function sealed(bytes: Buffer, with_ = key): Promise<Buffer> {
  return Buffer.concat(await Readable.from([bytes], { objectMode: false }).pipe(sealing(with_)).toArray());
}

async function open(bytes: Buffer, with_: Buffer | undefined = key, size = 70_000): Promise<Buffer> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return Buffer.concat(await opened(Readable.from(pieces()), with_).toArray());
}

test.each([0, 1, mib - 1, mib, mib + 1, 3 * mib, 3 * mib + 17])(
  '%d bytes open as they were',
  async (size) => {
    const bytes = randomBytes(size);
    const closed = await sealed(bytes);
    expect((await open(closed)).equals(bytes)).toBe(true);
    expect((await open(closed, key, 5 * mib)).equals(bytes)).toBe(true);
  },
);

test('an archive that was never sealed passes with and without a key', async () => {
  for (const bytes of [Buffer.from('x'), randomBytes(200_000)]) {
    expect(await open(bytes)).toEqual(bytes);
    expect(await open(bytes, undefined)).toEqual(bytes);
  }
});

test('the same bytes are sealed differently each time, and none of them can be read', async () => {
  const bytes = Buffer.alloc(mib, 'secret');
  const [one, two] = [await sealed(bytes), await sealed(bytes)];
  expect(one.equals(two)).toBe(false);
  expect(one.includes('secret')).toBe(false);
});

test('another key, or none, opens nothing', async () => {
  const closed = await sealed(Buffer.from('secret'));
  await expect(open(closed, randomBytes(32))).rejects.toThrow(/not the key of this backup/);
  const without = Buffer.concat([closed]);
  await expect(opened(Readable.from([without], { objectMode: false }), undefined).toArray()).rejects.toThrow(
    /give its key/,
  );
});

test('what is changed, cut off, moved or added is found out', async () => {
  const closed = await sealed(randomBytes(3 * mib + 5));
  const piece = mib + 16;
  const head = closed.length - 3 * piece - 5 - 16;
  const changed = Buffer.from(closed);
  changed[head + piece + 100] = (changed[head + piece + 100] ?? 0) ^ 1;
  const swapped = Buffer.concat([
    closed.subarray(0, head),
    closed.subarray(head + piece, head + 2 * piece),
    closed.subarray(head, head + piece),
    closed.subarray(head + 2 * piece),
  ]);
  for (const bad of [
    changed,
    swapped,
    closed.subarray(0, -1),
    closed.subarray(0, head + 3 * piece),
    closed.subarray(0, head + 2 * piece),
    closed.subarray(0, head),
    Buffer.concat([closed, Buffer.from('x')]),
  ])
    await expect(open(bad)).rejects.toThrow(SealProblem);
});
