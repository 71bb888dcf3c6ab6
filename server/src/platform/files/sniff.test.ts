import { expect, test } from 'vitest';
import { mimeOf, sniff } from './sniff.ts';

const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

test.each([
  ['nothing', bytes(), 'empty'],
  ['a PDF', bytes('%PDF-1.7\n'), 'pdf'],
  ['a PDF after some bytes of a mail gateway', bytes('\0\0junk\n', '%PDF-1.4'), 'pdf'],
  ['a JPEG', bytes([0xff, 0xd8, 0xff, 0xe0]), 'jpeg'],
  ['a PNG', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a]), 'png'],
  ['an Intel TIFF', bytes('II*\0'), 'tiff'],
  ['a Motorola TIFF', bytes('MM\0*'), 'tiff'],
  ['a ZIP, and so every office document', bytes('PK', [3, 4]), 'zip'],
  ['an old office document', bytes([0xd0, 0xcf, 0x11, 0xe0]), 'ole'],
  ['a WebP', bytes('RIFF', [0, 0, 0, 0], 'WEBP'), 'webp'],
  ['a picture of an iPhone', bytes([0, 0, 0, 0x18], 'ftypheic'), 'heic'],
  ['XML', bytes('<?xml version="1.0"?><Invoice/>'), 'xml'],
  ['XML without a declaration', bytes('\n  <Invoice xmlns="x">'), 'xml'],
  ['XML behind a mark', bytes([0xef, 0xbb, 0xbf], '<?xml version="1.0"?>'), 'xml'],
  [
    'XML in UTF-16',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<?xml version="1.0"?>', 'utf16le')]),
    'xml',
  ],
  ['XML in UTF-16 without a mark', Buffer.from('<?xml version="1.0"?>', 'utf16le'), 'xml'],
  ['XML in UTF-16 the other way round', Buffer.from('<Invoice/>', 'utf16le').swap16(), 'xml'],
  ['XML with a DTD', bytes('<!DOCTYPE lolz [<!ENTITY a "b">]><Invoice/>'), 'xml'],
  ['a web page', bytes('<!DOCTYPE html><html>'), 'html'],
  ['a text', bytes('Geachte heer,\r\n'), 'text'],
  ['a program', bytes([0x7f], 'ELF', [2, 1, 1, 0]), 'unknown'],
] as const)('%s', (_, content, type) => {
  expect(sniff(content)).toBe(type);
});

test('every type has a MIME type, and what nobody can show is an octet stream', () => {
  expect(mimeOf[sniff(bytes('%PDF-1.7'))]).toBe('application/pdf');
  expect(mimeOf.unknown).toBe('application/octet-stream');
});
