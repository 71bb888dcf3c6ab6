import { Readable } from 'node:stream';
import { findPerson } from '#server/features/core/index.ts';
import { registerArrivals, takeIn } from '#server/features/documents/index.ts';
import type { Services } from '#server/platform/context.ts';
import { type PdfReader, startPdf } from '#server/platform/pdf/pdf.ts';
import { generateInvoices } from '#server/samples/generate.ts';
import { unknownDocuments } from '#server/samples/unknown.ts';
import { contextOf } from './context.ts';
import { demoBuyer, demoUploader } from './people.ts';

const seed = 2026;
const count = 18;

/**
 * Sends made-up supplier invoices in as PDF, scan and UBL, and a few that nobody knows; the worker reads them. Not where
 * somebody sent in a document already.
 */
export async function demoInvoices(services: Services, say: (text: string) => void): Promise<void> {
  const person = await findPerson(services.db, { email: demoUploader });
  // Those behind a bill were sent in by nobody.
  const present = await services.db
    .selectFrom('documents')
    .where('created_by', 'is not', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (!person || present) return;
  const ctx = contextOf(services, person, 'fmmodule.documents.create');
  const pdf = startPdf();
  try {
    say('Making demo invoices …');
    const arrivals = [];
    for (const file of await demoFiles(pdf, services.now())) {
      arrivals.push(...(await takeIn(ctx, { filename: file.filename, file: Readable.from([file.bytes]) })));
    }
    await registerArrivals(ctx, arrivals, {});
  } finally {
    await pdf.close();
  }
}

async function demoFiles(pdf: PdfReader, now: Date): Promise<{ filename: string; bytes: Buffer }[]> {
  const until = now.toISOString().slice(0, 10);
  const invoices = generateInvoices({
    seed,
    count,
    buyer: { name: demoBuyer.name, ...demoBuyer.codes },
    until,
  });
  const files = await Promise.all(
    invoices.map(async (invoice, index) => {
      const stem = `${invoice.supplier.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${index + 1}`;
      // Two out of three as suppliers send them most; the rest scanned or as XML.
      if (index % 6 === 2) return { filename: `${stem}.jpg`, bytes: await invoice.scan(pdf, 'good') };
      if (index % 6 === 4) return { filename: `${stem}.xml`, bytes: Buffer.from(invoice.ubl()) };
      return { filename: `${stem}.pdf`, bytes: await invoice.pdf() };
    }),
  );
  return [...files, ...(await unknownDocuments(pdf, demoBuyer.name, until))];
}
