import { expect, test } from 'vitest';
import { sentName, bytesOfDataUrl } from './sent-files.ts';

test.each([
  ['data:text/plain;base64,aGFsbG8=', 'hallo'],
  ['data:;base64,aGFsbG8=', 'hallo'],
  ['data:application/octet-stream;base64,aGFsbG8', 'hallo'],
  ['data:text/plain;charset=utf-8;base64,aGE=', 'ha'],
  ['data:text/plain;base64,', ''],
])('reads %s', (url, text) => expect(bytesOfDataUrl(url)?.toString()).toBe(text));

test.each([
  '',
  'aGFsbG8=',
  'data:text/plain,hallo',
  'data:text/plain;base64',
  'data:text/plain;base64,aG@sbG8=',
  'data:text/plain;base64,aGE=aGE=',
  'https://x.example/a.png',
])('takes %j for no data URL', (url) => expect(bytesOfDataUrl(url)).toBeUndefined());

test.each([
  ['proef.pdf', 'proef.pdf'],
  ['C:\\fakepath\\proef 2.pdf', 'proef 2.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['a\u0000b\r\n.pdf', 'ab.pdf'],
  ['fdp\u202Eexe.pdf', 'fdpexe.pdf'],
  ['map/', ''],
])('keeps %j as %j', (given, stored) => expect(sentName(given)).toBe(stored));

test('a long name keeps its ending', () => {
  const stored = sentName(`${'x'.repeat(400)}.pdf`);
  expect(stored).toHaveLength(255);
  expect(stored).toMatch(/\.pdf$/);
});
