import { addDays, formatDay } from '#contract/dates.ts';
import type { PdfReader } from '#server/platform/pdf/pdf.ts';
import { drawScan } from './draw-scan.ts';
import { drawRows, oddInvoices, oddSuppliers } from './odd.ts';

/** A file as a supplier sends it. */
export interface SampleFile {
  readonly filename: string;
  readonly bytes: Buffer;
}

/**
 * What lands among the unknown documents of a company: two bills of a supplier that a trigger could read, made from
 * either; a delivery note, which is no invoice; and a card of which hardly anything can be read.
 */
export async function unknownDocuments(pdf: PdfReader, buyer: string, until: string): Promise<SampleFile[]> {
  const bills = oddInvoices({ seed: 3, count: oddSuppliers + 1, buyer, until });
  const [first, second] = [bills[0], bills[oddSuppliers]];
  if (!first || !second) throw new Error('there are no odd bills');
  return [
    { filename: 'veldhuis-hoogwerkers-1.pdf', bytes: await first.pdf() },
    { filename: 'veldhuis-hoogwerkers-2.pdf', bytes: await second.pdf() },
    { filename: 'pakbon-groot-bouwmaterialen.pdf', bytes: await deliveryNote(buyer, addDays(until, -6)) },
    { filename: 'kaartje.jpg', bytes: await drawScan(await card(), pdf, 'fair', 11) },
  ];
}

function deliveryNote(buyer: string, day: string): Promise<Buffer> {
  return drawRows('Groot Bouwmaterialen', [
    [60, 'Pakbon, geen factuur'],
    'gap',
    [60, 'Afgeleverd bij', 200, buyer],
    [60, 'Door', 200, `Kees, ${formatDay(day)} om 07:40`],
    'gap',
    [60, 'Aantal', 130, 'Wat'],
    [60, '40', 130, 'zak metselmortel 25 kg'],
    [60, '12', 130, 'plaat gips 260 x 60 cm'],
    [60, '3', 130, 'emmer voorstrijk'],
    'gap',
    [60, 'Voor ontvangst getekend'],
  ]);
}

function card(): Promise<Buffer> {
  return drawRows('Schildersbedrijf Noordhof', [
    'gap',
    [60, 'Bij dezen de sleutels terug.'],
    [60, 'Met vriendelijke groet, Rik'],
  ]);
}
