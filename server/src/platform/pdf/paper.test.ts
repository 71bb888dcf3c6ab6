import { afterAll, expect, test } from 'vitest';
import { openPaper } from './paper.ts';
import { startPdf } from './pdf.ts';

const reader = startPdf();
afterAll(() => reader.close());

async function printed(words: string): Promise<string> {
  const paper = await openPaper({
    title: 'X',
    author: 'Balie',
    language: 'nl',
    at: new Date('2026-11-21T13:05:00Z'),
  });
  paper.pdf
    .font('regular')
    .fontSize(11)
    .text(words, 56, 56, { features: ['tnum'] });
  const document = await reader.open(await paper.finish());
  try {
    return (await document.text(1)).characters.join('').trim();
  } finally {
    await document.close();
  }
}

test('what one paper says changes nothing in the text of the next', async () => {
  // The Ł holds an L, the é an e: embedding them asks for those without a name.
  for (const words of [
    'Łódź, Élodie',
    'IBAN NL91 ABNA 0417 1643 00',
    'Łucja Çelik',
    'Levertijd 5 x 10 meter',
    'À l’Œuvre, “ja”',
    'Ελληνικά, Київ',
  ])
    expect(await printed(words)).toBe(words);
});

test('letters that the fonts lack are seen before they are drawn', async () => {
  const paper = await openPaper({ title: 'X', author: 'Balie', language: 'nl', at: new Date(0) });
  expect(paper.drawable('Łódź, Ελλάδα, Київ')).toBe('Łódź, Ελλάδα, Київ');
  expect(paper.drawable('e\u0301\tﬁ\u202e 株 A\uD800')).toBe('é fi □ A□');
  await paper.finish();
});
