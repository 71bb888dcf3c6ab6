import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PdfReader, startPdf } from './pdf.ts';
import { edge, openPen } from './pen.ts';

let reader: PdfReader;
beforeAll(() => {
  reader = startPdf();
});
afterAll(() => reader.close());

/** A letter with a table of so many rows. */
async function letter(rows: number): Promise<Buffer> {
  const about = { title: 'Factuur', author: 'Balie', language: 'nl', at: new Date(0) };
  const pen = await openPen(about, { bottom: 84 });
  pen.y = pen.write('Factuur', edge.left, pen.y, edge.width, { tag: 'H1' }) + 8;
  pen.table(
    () => {
      pen.write('Omschrijving', edge.left, pen.y, 200, { tag: 'TH' });
      pen.write('Bedrag', 400, pen.y, 80, { tag: 'TH' });
      pen.y += 20;
      pen.line('#000000');
    },
    () => {
      for (let row = 1; row <= rows; row += 1) {
        pen.reserve(30);
        pen.group('TR', () => {
          pen.group('TD', () => {
            pen.write(`Regel ${row}`, edge.left, pen.y, 200);
            pen.write('toelichting', edge.left, pen.y + 12, 200);
          });
          pen.write('1,00', 400, pen.y, 80);
        });
        pen.y += 30;
      }
    },
  );
  return pen.finish((page, pages) => pen.writeFooter('Balie', `${page} van ${pages}`));
}

/** The parts as a screen reader finds them, from the outside in; the marks on pages are left out. */
function partsOf(part: PDFDict): unknown {
  const kids = part.lookup(PDFName.of('K'));
  const inside = (kids instanceof PDFArray ? kids.asArray().map((_, index) => kids.lookup(index)) : [kids])
    .filter((kid): kid is PDFDict => kid instanceof PDFDict && kid.has(PDFName.of('S')))
    .map(partsOf);
  const name = part.lookup(PDFName.of('S'), PDFName).decodeText();
  return inside.length === 0 ? name : [name, ...inside];
}

test('a letter is a tagged PDF: heading, table, rows and cells, without its footer', async () => {
  const { catalog } = await PDFDocument.load(await letter(1));
  expect(String(catalog.lookup(PDFName.of('MarkInfo'), PDFDict).get(PDFName.of('Marked')))).toBe('true');
  expect(String(catalog.lookup(PDFName.of('Lang')))).toContain('nl');
  const root = catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
  expect(root.lookup(PDFName.of('ParentTreeNextKey'), PDFNumber).asNumber()).toBeGreaterThan(0);
  const [document] = root.lookup(PDFName.of('K'), PDFArray).asArray();
  expect(partsOf(root.context.lookup(document, PDFDict))).toEqual([
    'Document',
    'H1',
    ['Table', ['TR', 'TH', 'TH'], ['TR', ['TD', 'P', 'P'], 'TD']],
  ]);
});

test('every page of a table has its head', async () => {
  const document = await reader.open(await letter(40));
  try {
    expect(document.pageCount).toBe(2);
    for (const page of [1, 2]) {
      const words = (await document.text(page)).characters.join('').replaceAll(/\s+/g, ' ');
      expect(words.match(/Omschrijving Bedrag/g)).toHaveLength(1);
      expect(words).toContain(`${page} van 2`);
    }
  } finally {
    await document.close();
  }
});
