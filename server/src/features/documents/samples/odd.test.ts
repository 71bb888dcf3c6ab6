import { afterAll, expect, test } from 'vitest';
import { startPdf } from '#server/platform/pdf/pdf.ts';
import { startOcr } from '#server/platform/ocr/ocr.ts';
import { extractFields } from '../recognition/extract.ts';
import { linesOfPage } from '../recognition/pages-read.ts';
import { recogniseDocument } from '../recognition/recognise.ts';
import type { RecognisedDocument } from '../recognition/recognised.ts';
import { outcomeOf } from '../processing/outcome.rules.ts';
import { writePattern } from '../triggers/example.rules.ts';
import { startMatcher } from '../triggers/matcher.ts';
import { runTriggers } from '../triggers/run-triggers.ts';
import { textOf } from '../triggers/trigger-text.ts';
import { ruleOf } from '../triggers/trigger-values.ts';
import { unknownDocuments } from './unknown.ts';
import { type OddInvoice, oddInvoices, oddSuppliers } from './odd.ts';

const tools = { pdf: startPdf(), ocr: startOcr(), matcher: startMatcher() };
afterAll(() => Promise.all([tools.pdf.close(), tools.ocr.close(), tools.matcher.close()]));

async function readAs(
  filename: string,
  bytes: Buffer,
  triggers?: Parameters<typeof recogniseDocument>[1]['triggers'],
): Promise<RecognisedDocument> {
  const read = await recogniseDocument(bytes, {
    filename,
    pdf: tools.pdf,
    ocr: tools.ocr,
    ...(triggers ? { triggers } : {}),
  });
  if (read.kind === 'refused') throw new Error(read.reason);
  return read;
}

/** What a person does with the first bill of a supplier: select the three values, and name a word that is always there. */
function triggerFrom({ supplier, printed }: OddInvoice, pages: RecognisedDocument['pages'], at: number) {
  const text = textOf(pages);
  const pattern = (field: 'factuurnummer' | 'factuurdatum' | 'totaalbedrag', value: string): string => {
    const start = text.indexOf(value);
    return writePattern(field, text, start, start + value.length)?.pattern ?? '';
  };
  const body = {
    naam: supplier,
    keywords: supplier.replaceAll(/[.&]/g, '.'),
    factuurnummer: pattern('factuurnummer', printed.number),
    factuurdatum: pattern('factuurdatum', printed.date),
    totaalbedrag: pattern('totaalbedrag', printed.total),
    creditmodifier: '',
    isPdf: true,
    crediteur: supplier,
    valuta: 'EUR',
    decimaalteken: '' as const,
    datumvolgorde: '' as const,
  };
  return ruleOf(body, { id: `${at}`, companyId: 'score', createdAtMs: at });
}

test('bills that say nothing in usual words are not understood, and one example each makes a trigger that reads the others', async () => {
  const invoices = oddInvoices({ seed: 7, count: oddSuppliers * 20 });
  const [examples, others] = [invoices.slice(0, oddSuppliers), invoices.slice(oddSuppliers)];
  const rules: ReturnType<typeof triggerFrom>[] = [];
  for (const [at, example] of examples.entries()) {
    const read = await readAs('voorbeeld.pdf', await example.pdf());
    const outcome = outcomeOf(
      { ...read, fields: extractFields(read.pages.flatMap(linesOfPage), { excluded: [], known: [] }).fields },
      { administrationId: 'a', administrationIds: ['a'] },
    );
    expect([example.supplier, outcome.state]).toEqual([example.supplier, 'Onbekend']);
    rules.push(triggerFrom(example, read.pages, at));
  }
  const facts = async () => ({ creditor: '', currency: 'EUR', trust: 0.5 });
  const wrong: unknown[] = [];
  for (const other of others) {
    const { fields } = await readAs('volgende.pdf', await other.pdf(), (pages) =>
      runTriggers(rules, tools.matcher, 'score', pages, facts),
    );
    const found = {
      number: fields.number[0]?.value,
      date: fields.date[0]?.value,
      totalInCents: fields.total[0]?.value,
    };
    if (JSON.stringify(found) !== JSON.stringify(other.expected))
      wrong.push([other.supplier, found, other.expected]);
  }
  // The aim is 98 %; each supplier has 19 bills that its trigger was not written from.
  expect(wrong.slice(0, 5)).toEqual([]);
}, 90_000);

test('what the demo sends for a person to sort out is not understood', async () => {
  for (const { filename, bytes } of await unknownDocuments(tools.pdf, 'Vechtstreek Wonen', '2026-11-21')) {
    const read = await readAs(filename, bytes);
    const { state } = outcomeOf(read, { administrationId: 'a', administrationIds: ['a'] });
    expect([filename, state]).toEqual([filename, 'Onbekend']);
  }
}, 90_000);
