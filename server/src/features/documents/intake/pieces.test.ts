import { describe, expect, test } from 'vitest';
import { piecesOf } from './pieces.ts';

const mail = (parts: readonly string[]) =>
  Buffer.from(
    [
      'From: Bakker Techniek <facturen@bakker.example>',
      'To: inkoop@holding.example',
      'Subject: Factuur 2026-118',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain',
      '',
      'Hierbij onze factuur.',
      ...parts,
      '--x--',
      '',
    ].join('\r\n'),
  );
const attached = (filename: string, content: string): string =>
  [
    '--x',
    `Content-Type: application/octet-stream; name="${filename}"`,
    `Content-Disposition: attachment; filename="${filename}"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(content).toString('base64'),
  ].join('\r\n');

describe('a saved mail', () => {
  test('gives the files that came with it', async () => {
    const pieces = await piecesOf(
      'factuur.eml',
      mail([attached('2026-118.pdf', '%PDF-1.7'), attached('2026-118.xml', '<Invoice/>')]),
    );
    expect(pieces.map(({ filename, archive, type, reason }) => [filename, archive, type, reason])).toEqual([
      ['2026-118.pdf', 'factuur.eml', 'pdf', null],
      ['2026-118.xml', 'factuur.eml', 'xml', null],
    ]);
  });

  test('is known by how it begins, whatever it is called', async () => {
    const [piece] = await piecesOf('bericht', mail([attached('a.pdf', '%PDF-1.7')]));
    expect(piece).toMatchObject({ filename: 'a.pdf', archive: 'bericht' });
  });

  test('without files says so', async () => {
    expect(await piecesOf('leeg.eml', mail([]))).toMatchObject([
      { filename: 'leeg.eml', reason: 'eml-empty' },
    ]);
  });

  test('a text is no mail', async () => {
    expect(await piecesOf('notitie.txt', Buffer.from('Date: morgen\nmelk'))).toMatchObject([
      { type: 'text', reason: null },
    ]);
  });
});
