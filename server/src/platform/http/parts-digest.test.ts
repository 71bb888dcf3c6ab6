import { expect, test } from 'vitest';
import { partsDigest } from './parts-digest.ts';

const body = (boundary: string, content: string, name = 'a.xml') =>
  Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}\r\n--${boundary}--\r\n`,
  );

function digestOf(boundary: string, bytes: Buffer, size = bytes.length): string {
  const digest = partsDigest(`multipart/form-data; boundary="${boundary}"`);
  for (let at = 0; at < bytes.length; at += size) digest?.add(bytes.subarray(at, at + size));
  return digest?.end() ?? '';
}

test('the same parts are the same, whatever stands between them and however they are cut', () => {
  const known = digestOf('one', body('one', 'x'.repeat(100)));
  for (const size of [1, 3, 7, 64])
    expect(digestOf('other-1', body('other-1', 'x'.repeat(100)), size)).toBe(known);
});

test('another content or name of the same length is another', () => {
  const known = digestOf('b', body('b', 'abc'));
  expect(digestOf('b', body('b', 'abd'))).not.toBe(known);
  expect(digestOf('b', body('b', 'abc', 'b.xml'))).not.toBe(known);
});

test('what has no parts has no digest', () => {
  expect(partsDigest('application/json')).toBeNull();
  expect(partsDigest('multipart/form-data')).toBeNull();
  expect(partsDigest(undefined)).toBeNull();
});
