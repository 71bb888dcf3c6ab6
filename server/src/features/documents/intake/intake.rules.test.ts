import { describe, expect, test } from 'vitest';
import { maxUploadBytes } from '#contract/documents/documents.ts';
import { sniff } from '#server/platform/files/sniff.ts';
import { cleanFilename, judge, numberPeriod } from './intake.rules.ts';

describe('an uploaded file', () => {
  test.each([
    ['a PDF', '%PDF-1.7', { mime: 'application/pdf' }],
    ['a PDF with something before its header', '\n\n%PDF-1.4', { mime: 'application/pdf' }],
    ['XML', '<?xml version="1.0"?><Invoice/>', { mime: 'application/xml' }],
    ['XML with a byte order mark', '\uFEFF<Invoice/>', { mime: 'application/xml' }],
    ['nothing', '', { reason: 'empty-file' }],
    ['a program', 'MZ\u0090\u0000', { reason: 'unsupported-type' }],
    ['a page of HTML', '<!doctype html><html></html>', { reason: 'unsupported-type' }],
    ['a letter', 'Beste administratie,', { reason: 'unsupported-type' }],
  ])('%s', (_, content, expected) => {
    expect(judge(sniff(Buffer.from(content)), content.length)).toEqual(expected);
  });

  test('one above the maximum size is too large, whatever its type', () => {
    expect(judge('pdf', maxUploadBytes + 1)).toEqual({ reason: 'too-large' });
  });
});

describe('a name to show', () => {
  test.each([
    ['factuur é.pdf', 'factuur é.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\mijn\\factuur.pdf', 'factuur.pdf'],
    ['fac\u0000tuur\r\n.pdf', 'factuur.pdf'],
    ['gpj\u202Efdp.exe', 'gpjfdp.exe'],
    ['  ', 'document'],
    [undefined, 'document'],
  ])('%j becomes %j', (name, expected) => {
    expect(cleanFilename(name)).toBe(expected);
  });

  test('is at most 255 characters, and no half of one', () => {
    const name = cleanFilename('😀'.repeat(300));
    expect(name.length).toBeLessThanOrEqual(255);
    expect(name.isWellFormed()).toBe(true);
  });
});

test('numbers follow the month of Amsterdam', () => {
  expect(numberPeriod(new Date('2026-12-31T22:59:59Z'))).toBe('2026-12');
  expect(numberPeriod(new Date('2026-12-31T23:00:00Z'))).toBe('2027-01');
});
