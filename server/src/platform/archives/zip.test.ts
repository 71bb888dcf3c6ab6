import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readZip } from './zip.ts';

const limits = { maxFiles: 3, maxBytes: 10_000 };
const zipOf = (files: Record<string, string | Uint8Array>) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, text]) => [name, typeof text === 'string' ? strToU8(text) : text]),
      ),
    ),
  );
const names = (read: Awaited<ReturnType<typeof readZip>>) =>
  typeof read === 'string' ? read : read.map(({ name }) => name);

describe('a zip', () => {
  test('gives its files with their folders in front', async () => {
    const read = await readZip(zipOf({ 'map/a.xml': '<a/>', 'é.txt': 'x' }), limits);
    expect(read).toEqual([
      { name: 'map/a.xml', bytes: Buffer.from('<a/>') },
      { name: 'é.txt', bytes: Buffer.from('x') },
    ]);
  });

  test.each([
    ['that is none', Buffer.from('PK\u0003\u0004 en verder niets'), 'damaged'],
    ['without files', zipOf({}), 'empty'],
    ['of too many files', zipOf({ a: '1', b: '2', c: '3', d: '4' }), 'too-many-files'],
    ['that unpacks too large', zipOf({ a: 'x'.repeat(6000), b: 'x'.repeat(6000) }), 'too-large'],
    ['cut off half way', zipOf({ a: 'x'.repeat(5000), b: 'y' }).subarray(0, 60), 'damaged'],
  ])('%s gives a reason', async (_, bytes, reason) => {
    expect(await readZip(bytes, limits)).toBe(reason);
  });

  test('with names that lead outside gives the others', async () => {
    expect(await readZip(zipOf({ '../a': 'x', 'map/../../b': 'y', 'é.txt': 'z' }), limits)).toEqual([
      { name: '../a', problem: 'outside' },
      { name: 'map/../../b', problem: 'outside' },
      { name: 'é.txt', bytes: Buffer.from('z') },
    ]);
    expect(await readZip(zipOf({ '/etc/a': 'x', 'c:\\a': 'y' }), limits)).toEqual([
      { name: '/etc/a', problem: 'outside' },
      { name: 'c:/a', problem: 'outside' },
    ]);
  });

  test('that says it is small and is not, is not unpacked further than it says', async () => {
    const bytes = zipOf({ a: 'x'.repeat(9000) });
    // The unpacked size in the local header and in the directory.
    const directory = bytes.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
    bytes.writeUInt32LE(10, 22);
    bytes.writeUInt32LE(10, directory + 24);
    expect(await readZip(bytes, limits)).toEqual([{ name: 'a', problem: 'damaged' }]);
  });

  test('with an encrypted file gives the others', async () => {
    const bytes = zipOf({ a: 'x', b: 'y' });
    const directory = bytes.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
    bytes.writeUInt16LE(bytes.readUInt16LE(6) | 1, 6);
    bytes.writeUInt16LE(bytes.readUInt16LE(directory + 8) | 1, directory + 8);
    expect(await readZip(bytes, limits)).toEqual([
      { name: 'a', problem: 'encrypted' },
      { name: 'b', bytes: Buffer.from('y') },
    ]);
  });

  test('of 42 kB that would be gigabytes stops early', async () => {
    const bomb = zipOf({ a: new Uint8Array(30_000_000) });
    const began = performance.now();
    expect(names(await readZip(bomb, { maxFiles: 100, maxBytes: 1_000_000 }))).toBe('too-large');
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
