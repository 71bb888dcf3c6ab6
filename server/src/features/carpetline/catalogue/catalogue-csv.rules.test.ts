import { expect, test } from 'vitest';
import { readCsv } from '#server/platform/csv/read-csv.ts';
import { linesOf, merge, type MergedSemiFinish, readLines } from './catalogue-csv.rules.ts';

function read(text: string) {
  const file = readCsv(Buffer.from(text), { maxRows: 100 });
  if ('fault' in file) throw new Error(file.fault);
  return readLines(file);
}

const stored: MergedSemiFinish = {
  id: 's1',
  description: 'Banderen',
  isActive: true,
  articles: [
    {
      id: 'a1',
      articleNumber: 'B-040',
      description: 'Katoenband',
      isActive: true,
      colors: [{ id: 'c1', description: 'Zand', swatch: '#d8c9a7', isActive: true }],
    },
  ],
  colors: [],
};

test('a file adds what is new, changes what is there, and takes nothing away', () => {
  const file = read(
    'Halffabricaat;Artikelnummer;Artikel;Kleur;Staal;Te bestellen\nbanderen;b-040;Katoenband 4 cm;Leem;#A88F6B;ja\nBanderen;B-040;Katoenband 4 cm;zand;;nee\nSnijden;;;;;ja\n',
  );
  expect(file?.issues).toEqual([]);
  expect(merge([stored], file?.lines ?? [])).toEqual([
    {
      ...stored,
      articles: [
        {
          id: 'a1',
          articleNumber: 'B-040',
          description: 'Katoenband 4 cm',
          isActive: true,
          colors: [
            { id: 'c1', description: 'Zand', swatch: '#d8c9a7', isActive: false },
            { description: 'Leem', swatch: '#a88f6b', isActive: true },
          ],
        },
      ].map((article) => ({ ...article, articleNumber: 'B-040' })),
    },
    { description: 'Snijden', isActive: true, articles: [], colors: [] },
  ]);
});

test('errors name line and column', () => {
  expect(
    read(
      'Halffabricaat,Artikelnummer,Artikel,Kleur,Staal\n,,,Zand,\nBanderen,B-1,,,\nBanderen,,,Zand,groen\n',
    )?.issues,
  ).toEqual([
    { line: 2, field: 'semiFinish', code: 'required' },
    { line: 3, field: 'article', code: 'required' },
    { line: 4, field: 'swatch', code: 'invalid' },
  ]);
});

test('a file without semi-finishes is no catalogue', () =>
  expect(read('Naam;Plaats\nA;B\n')).toBeUndefined());

test('what is written comes back as it was', () => {
  const off: MergedSemiFinish = {
    description: 'Oud',
    isActive: false,
    articles: [],
    colors: [{ description: 'Rood', swatch: '#ff0000', isActive: true }],
  };
  const withoutIds = {
    ...stored,
    id: undefined,
    articles: stored.articles.map((article) => ({
      ...article,
      id: undefined,
      colors: article.colors.map((color) => ({ ...color, id: undefined })),
    })),
  };
  expect(merge([], [...linesOf(stored), ...linesOf(off)])).toEqual([withoutIds, off]);
});
