import { createHash } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { sql, type SqlBool } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp, testNow } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { documentSlice } from '#server/features/documents/documents/documents.slice.ts';
import { processDocument } from '#server/features/documents/processing/process-document.job.ts';
import { recogniseJob } from '#server/features/documents/jobs.ts';
import { ublOf, type UblSeed } from '#server/features/documents/testing/ubl.ts';
import { upload, type UploadPart } from '#server/features/documents/testing/upload.ts';
import { sweepFiles } from '#server/platform/files/sweep.ts';
import { startOcr } from '#server/platform/ocr/ocr.ts';
import { startPdf } from '#server/platform/pdf/pdf.ts';
import { richCii } from '#server/recognition/verdict/testing/rich-cii.ts';
import { makeArchiveFile } from '../archive/archive-file.job.ts';
import { createInvoice, createInvoiceIn } from '../creation/create-invoice.job.ts';
import { afas, ubl } from '../deliveries/afas.rules.ts';
import { listExported } from '../exports/exported-invoices.repository.ts';
import { readStored } from '../exports/read-stored.ts';
import { paperOf, type PaperSeed } from '../testing/paper.ts';
import { startWork, type Work } from '../testing/work.ts';

let now = testNow;
let world: TestApp;
let work: Work;
let user: TestClient;

beforeAll(async () => {
  world = await testApp({ now: () => now });
  work = startWork(world.services);
});
afterAll(async () => {
  await work.close();
  await world.close();
});

const may = [
  'fmmodule.documents.create.company',
  'fmmodule.documents.read.company',
  'fmmodule.invoices.read.company',
  'fmmodule.invoices.update.company',
  'fmmodule.invoices.approve.company',
  'fmmodule.archive.read.company',
  'fmmodule.archive.export.company',
  'fmmanagement.documents.read.company',
  'fmmanagement.documents.update.company',
  'core.trash.read.company',
];

beforeEach(async () => {
  now = testNow;
  user = await world.asUser({ may });
  await buildAdministration(world.db, user.companyId, 'Holding');
});

const xml = (seed: UblSeed = {}, filename = 'factuur.xml'): UploadPart => ({
  filename,
  content: ublOf(seed),
});
const pdf = async (seed: PaperSeed = {}, filename = 'factuur.pdf'): Promise<UploadPart> => ({
  filename,
  content: await paperOf(seed),
});
/** An e-invoice that names a file, and may hold it. */
const naming = (seed: UblSeed, name: string, content?: Buffer): UploadPart => ({
  filename: 'data.xml',
  content: ublOf(seed).replace(
    '<cac:AccountingSupplierParty>',
    `<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cac:Attachment>${
      content
        ? `<cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="${name}">${content.toString('base64')}</cbc:EmbeddedDocumentBinaryObject>`
        : `<cac:ExternalReference><cbc:URI>${name}</cbc:URI></cac:ExternalReference>`
    }</cac:Attachment></cac:AdditionalDocumentReference><cac:AccountingSupplierParty>`,
  ),
});

/** Sends these in together. */
async function put(...parts: readonly UploadPart[]): Promise<string[]> {
  const [body, headers] = upload(...parts);
  const reply = await user.post('/api/fmmodule/documents', body, headers);
  return reply.json().result.map(({ id }: { id: string }) => id);
}
/** Sends these in one after the other, each read before the next. */
async function send(...parts: readonly UploadPart[]): Promise<string[]> {
  const ids: string[] = [];
  for (const part of parts) {
    ids.push(...(await put(part)));
    await work.run();
  }
  return ids;
}
const sendTogether = async (...parts: readonly UploadPart[]) => {
  const ids = await put(...parts);
  await work.run();
  return ids;
};
const tomorrow = () => {
  now = new Date(now.getTime() + 86_400_000);
};

const list = async () =>
  (await user.get('/api/fmmodule/invoices?status=Concept,Duplicate,ReadyForProcessing')).json().result;
const find = async (id: string) => (await user.get(`/api/fmmodule/invoices/${id}`)).json().result;
const documents = async () => (await user.get('/api/fmmodule/documents')).json().result;
const scans = async () =>
  world.db
    .selectFrom('usage_days')
    .where('company_id', '=', user.companyId)
    .where('kind', '=', 'scan')
    .select(({ fn }) => [fn.sum('total').as('total'), fn.sum('marked').as('marked')])
    .executeTakeFirstOrThrow();

/** The one invoice of two files. */
async function theOne() {
  const all = await list();
  expect(all).toHaveLength(1);
  const invoice = await find(all[0].id);
  expect(invoice.files.map(({ role }: { role: string }) => role)).toEqual(['picture', 'data']);
  expect(invoice.statusValue).toBe('Concept');
  expect(await documents()).toHaveLength(1);
  const { total, marked } = await scans();
  expect(Number(total) - Number(marked)).toBe(1);
  return invoice;
}
async function theTwo() {
  const all = await list();
  expect(all).toHaveLength(2);
  for (const { id } of all) expect((await find(id)).files).toHaveLength(1);
  expect(await documents()).toHaveLength(2);
  return all;
}

const unreadable = { instead: 'Zie de bijlage' };

describe('a PDF and an e-invoice are one invoice (§C21)', () => {
  const pairs: Record<string, () => Promise<unknown>> = {
    'PDF first, in one upload': async () => sendTogether(await pdf(), xml()),
    'e-invoice first, in one upload': async () => sendTogether(xml(), await pdf()),
    'PDF today, e-invoice tomorrow': async () => {
      await send(await pdf());
      tomorrow();
      await send(xml());
    },
    'e-invoice today, PDF tomorrow': async () => {
      await send(xml());
      tomorrow();
      await send(await pdf());
    },
    'in a ZIP': async () => {
      const { content } = await pdf();
      const zip = zipSync({ 'a.pdf': new Uint8Array(Buffer.from(content)), 'b.xml': strToU8(ublOf()) });
      await sendTogether({ filename: 'pak.zip', content: Buffer.from(zip) });
    },
    'in a mail': async () => {
      const part = (name: string, content: Buffer | string) =>
        `--x\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}\r\n`;
      const { content } = await pdf();
      const mail = `From: a@b.example\r\nSubject: Factuur\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${part('Factuur 1.pdf', content)}${part('factuur.xml', ublOf())}--x--\r\n`;
      await sendTogether({ filename: 'mail.eml', content: mail });
    },
    'with a number that is spelt otherwise': async () =>
      send(await pdf({ number: '2026-0042' }), xml({ number: '2026 0042' })),
    'of which the PDF does not name the KvK number': async () =>
      send(await pdf({ kvk: null }), xml({ iban: 'NL91ABNA0417164300' })),
    'a credit note and its data': async () => send(await pdf({ isCredit: true }), xml({ isCredit: true })),
    'of which the PDF cannot be read, and lies in the data': async () =>
      send(await pdf(unreadable, 'bijlage.pdf'), naming({}, 'x.pdf', await paperOf(unreadable))),
    'of which the data holds the PDF that comes later': async () =>
      send(naming({}, 'x.pdf', await paperOf(unreadable)), await pdf(unreadable, 'bijlage.pdf')),
    'of which the data names the PDF, with other case and spaces': async () =>
      send(await pdf(unreadable, 'Factuur 2026-0042.PDF'), naming({}, 'factuur2026-0042.pdf')),
    'whose names are equal but for case and spaces, together': async () =>
      sendTogether(await pdf(unreadable, 'Factuur A.PDF'), xml({}, 'factuur a.xml')),
  };
  test.each(Object.entries(pairs))('%s', async (_, bring) => {
    await bring();
    const invoice = await theOne();
    expect(invoice.invoiceNumber.replace(/\W/, '')).toBe('20260042');
    expect(invoice.isEInvoice).toBe(true);
  });
});

describe('two invoices stay two', () => {
  const twos: Record<string, () => Promise<unknown>> = {
    'of another supplier with the same number': async () =>
      send(await pdf({ supplier: 'Visser Glas', kvk: '87654321', iban: 'NL20INGB0001234567' }), xml()),
    'with other numbers': async () => send(await pdf({ number: '2026-0043' }), xml()),
    'an invoice and the credit note with its number': async () => send(await pdf(), xml({ isCredit: true })),
    'of another year with the same number': async () => send(await pdf({ date: '02-11-2025' }), xml()),
    'with a common name on another day': async () => {
      await send(await pdf({ number: 'A-77' }, 'invoice.pdf'));
      tomorrow();
      await send(naming({}, 'invoice.pdf'));
    },
  };
  test.each(Object.entries(twos))('%s', async (_, bring) => {
    await bring();
    await theTwo();
  });

  test('of another company', async () => {
    await send(await pdf());
    const first = user;
    user = await world.asUser({ may });
    await buildAdministration(world.db, user.companyId, 'Holding');
    await send(xml());
    expect(await list()).toHaveLength(1);
    user = first;
    expect(await list()).toHaveLength(1);
  });

  test('for two administrations', async () => {
    await buildAdministration(world.db, user.companyId, 'Zuiderpark');
    await send(await pdf(), xml({ buyer: 'Zuiderpark' }));
    await theTwo();
  });
});

test('two pairs in one ZIP are two invoices', async () => {
  const second = { number: '2026-0043', exclInCents: 20_000 };
  const files = {
    '1.pdf': await paperOf(),
    '1.xml': strToU8(ublOf()),
    '2.xml': strToU8(ublOf(second)),
    '2.pdf': await paperOf(second),
  };
  const zip = zipSync(
    Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, new Uint8Array(bytes)])),
  );
  await sendTogether({ filename: 'pak.zip', content: Buffer.from(zip) });
  const all = await list();
  expect(all.map(({ totalAmount }: { totalAmount: number }) => totalAmount).toSorted()).toEqual([
    12_100, 24_200,
  ]);
  for (const { id } of all) expect((await find(id)).files).toHaveLength(2);
});

test('a third file is a duplicate, of either', async () => {
  await send(await pdf(), xml());
  const invoice = await theOne();
  const again = await send(await pdf(), xml(), await pdf({ mark: 'kopie' }));
  for (const id of again) {
    const { invoiceId } = (await user.get(`/api/fmmodule/documents/${id}`)).json().result;
    expect(await find(invoiceId)).toMatchObject({
      statusValue: 'Duplicate',
      duplicateOf: { id: invoice.id },
    });
  }
});

test('after the first decision the other file is a duplicate', async () => {
  await send(await pdf());
  const [{ id }] = await list();
  await user.post(`/api/fmmodule/invoices/${id}/approve`, { approve: true });
  await send(xml());
  const states = (await list()).map(({ statusValue }: { statusValue: string }) => statusValue);
  expect(states.toSorted()).toEqual(['Duplicate', 'ReadyForProcessing']);
});

test('values are those of the data, pages those of the picture, and a person wins over both', async () => {
  const [first = ''] = await send(await pdf({ mark: 'Betaal voor de vijftiende' }));
  const { rowVersion } = (await user.get(`/api/fmmanagement/documenten/${first}`)).json().result;
  await user.put(`/api/fmmanagement/documenten/${first}`, {
    rowVersion,
    values: { paymentReference: { value: 'RF18539007547034' } },
  });
  const pages = async () =>
    world.db
      .selectFrom('document_pages')
      .where('document_id', '=', first)
      .select(['text', 'text_source'])
      .execute();
  const before = await pages();
  await send(xml({ lines: [{ description: 'Uit de data', cents: 10_000 }], iban: null }));
  const invoice = await theOne();
  expect(invoice).toMatchObject({
    iban: null,
    description: 'Uit de data',
    paymentReference: 'RF18539007547034',
  });
  expect(await pages()).toEqual(before);
  const number = await world.db
    .selectFrom('document_fields')
    .where('document_id', '=', first)
    .where('property', '=', 'number')
    .where('rank', '=', 0)
    .select(['method', 'page'])
    .executeTakeFirstOrThrow();
  expect(number).toEqual({ method: 'xml', page: 1 });
  const found = async (q: string) => (await user.get(`/api/fmmodule/archive?q=${q}`)).json().result.length;
  expect(await found('vijftiende')).toBe(1);
});

test('of an e-invoice that came first the pages become those of the PDF', async () => {
  await send(xml(), await pdf({ mark: 'Betaal voor de vijftiende' }));
  const invoice = await theOne();
  const rows = await world.db
    .selectFrom('document_pages')
    .where('document_id', '=', invoice.documentKey)
    .select(['image_sha256', 'text_source'])
    .execute();
  expect(rows.map(({ text_source: source }) => source)).toEqual(['pdf']);
  expect(invoice.invoicePicture).toBe(`${rows[0]?.image_sha256}.jpg`);
  expect((await user.get('/api/fmmodule/archive?q=vijftiende')).json().result).toHaveLength(1);
});

test('totals that differ are a warning with both', async () => {
  await send(await pdf({ exclInCents: 20_000 }), xml());
  const invoice = await theOne();
  expect(invoice.totalAmount).toBe(12_100);
  expect(invoice.warningDetails).toContainEqual(
    expect.objectContaining({
      code: 'files-differ',
      severity: 'warning',
      details: { pictureTotalInCents: 24_200, totalInCents: 12_100 },
    }),
  );
});

test('an e-invoice inside a PDF is judged like one beside it (§C20)', async () => {
  const verdictOf = async (number: string, cii: string) => {
    const holder = await PDFDocument.load((await pdf()).content);
    await holder.attach(Buffer.from(cii), 'factur-x.xml', { mimeType: 'text/xml' });
    await send({ filename: 'factuur.pdf', content: Buffer.from(await holder.save()) });
    const all: { id: string; invoiceNumber: string }[] = await list();
    const id = all.find(({ invoiceNumber }) => invoiceNumber === number)?.id ?? '';
    expect(await find(id)).toMatchObject({ isEInvoice: true });
    return (await user.get(`/api/fmmodule/invoices/${id}/e-invoice`)).json().result;
  };
  const cii = richCii['cii-rich'] ?? '';
  expect(await verdictOf('R-1', cii)).toMatchObject({
    result: 'valid',
    standards: [{ name: 'EN 16931 (CII)' }],
    findings: [],
  });
  const wrong = cii.replace('>R-1<', '>R-2<').replace('>165.00<', '>166.00<');
  expect(await verdictOf('R-2', wrong)).toMatchObject({
    result: 'invalid',
    findings: expect.arrayContaining([expect.objectContaining({ rule: 'BR-CO-13' })]),
  });
});

test('both files are kept, judged and given out as they came', async () => {
  const paper = await pdf();
  const data = xml();
  const [, part] = await send(paper, data);
  const invoice = await theOne();
  const bytesOf = async (role: string) =>
    (await user.get(`/api/fmmodule/invoices/${invoice.id}/files/${role}`)).rawPayload;
  expect(await bytesOf('picture')).toEqual(paper.content);
  expect((await bytesOf('data')).toString()).toBe(data.content);
  expect((await user.get(`/api/fmmodule/invoices/${invoice.id}/e-invoice`)).json().result.result).toBe(
    'invalid',
  );
  const { files } = (await user.get(`/api/fmmodule/archive/${invoice.id}`)).json().result;
  const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
  expect(files).toEqual([
    expect.objectContaining({ role: 'received', filename: 'factuur.pdf', sha256: hash(paper.content) }),
    expect.objectContaining({ role: 'data', filename: 'factuur.xml', sha256: hash(data.content) }),
  ]);
  // Whoever sent it asks by its id; nobody finds it in the trash, and pages cannot be worked on.
  expect((await user.get(`/api/fmmodule/documents/${part}`)).json().result).toMatchObject({
    joinedInto: { id: invoice.documentKey },
    invoiceId: invoice.id,
  });
  const asked = await user.get(`/api/fmmodule/documents?$filter=${encodeURIComponent(`id in ('${part}')`)}`);
  expect(asked.json().result).toHaveLength(1);
  expect((await user.get('/api/core/trash')).json().result).toEqual([]);
  const rotated = await user.post(`/api/fmmanagement/documenten/${invoice.documentKey}/rotate`, {
    pages: [1],
    degrees: 90,
  });
  expect(rotated.statusCode).toBe(409);
  const stranger = await world.asUser({ may });
  for (const path of ['files/picture', 'files/data'])
    expect((await stranger.get(`/api/fmmodule/invoices/${invoice.id}/${path}`)).statusCode).toBe(404);
});

test('read again, it is still both', async () => {
  const [first = ''] = await send(
    await pdf(),
    xml({ lines: [{ description: 'Uit de data', cents: 10_000 }] }),
  );
  const tools = { pdf: startPdf(), ocr: startOcr() };
  const job = { companyId: user.companyId, documentId: first, by: { userId: user.userId, name: 'Sanne' } };
  for (const keepsText of [false, true]) {
    await world.db.updateTable('documents').set({ state: 1 }).where('id', '=', first).execute();
    await processDocument(world.services, tools, { ...job, keepsText }, { isLastTry: true });
    const lines = await world.db
      .selectFrom('document_lines')
      .where('document_id', '=', first)
      .select(['description'])
      .execute();
    expect(lines).toEqual([{ description: 'Uit de data' }]);
  }
  await tools.pdf.close();
  await tools.ocr.close();
  await work.run();
  await theOne();
});

test('both leave for the archive and for bookkeeping, the data byte for byte', async () => {
  const paper = await pdf();
  const data = xml();
  await send(paper, data);
  const { id } = await theOne();
  const { companyId } = user;
  const [invoice] = await listExported(world.db, companyId, sql<SqlBool>`i.id = ${id}`);
  if (!invoice) throw new Error('no invoice');
  const batch = {
    administration: { id: 'a', name: 'Holding', kvk: '12345678' },
    journal: '',
    invoices: [invoice],
    unmapped: [],
    read: (sha256: string) => readStored(world.services, sha256),
  };
  for (const exporter of [afas, ubl]) {
    const [picture, written] = await exporter.filesOf(batch);
    expect(picture).toEqual({ name: `${invoice.documentNumber}.pdf`, bytes: paper.content });
    expect(Buffer.from(written?.bytes ?? []).toString()).toBe(data.content);
    expect(written?.eInvoice?.passedOn).toBe('unchanged');
  }
  // What was changed is written anew, with both inside.
  const [changed] = await ubl.filesOf({
    ...batch,
    invoices: [{ ...invoice, description: 'x', totalInCents: 1 }],
  });
  const text = Buffer.from(changed?.bytes ?? []).toString();
  expect(text.match(/<cbc:EmbeddedDocumentBinaryObject/g)).toHaveLength(2);
  expect(text).toContain(Buffer.from(paper.content).toString('base64'));

  const order = { from: '2026-01-01', to: '2026-12-31' };
  const fileId: string = (await user.post('/api/fmmodule/archive-files', order)).json().result.id;
  await makeArchiveFile(world.services, { companyId, fileId }, { isLastTry: true });
  const zip = unzipSync(
    new Uint8Array((await user.get(`/api/fmmodule/archive-files/${fileId}/file`)).rawPayload),
  );
  const stem = `originelen/2026/${invoice.documentNumber}`;
  expect(Buffer.from(zip[`${stem}.pdf`] ?? [])).toEqual(paper.content);
  expect(Buffer.from(zip[`${stem}.xml`] ?? []).toString()).toBe(data.content);
  const hash = createHash('sha256').update(data.content).digest('hex');
  for (const name of ['index.csv', 'hashes.sha256'])
    expect(Buffer.from(zip[name] ?? []).toString()).toContain(hash);
  expect((await user.get(`/api/fmmodule/archive/${id}/pdf`)).statusCode).toBe(200);
});

test('files go with their document, and not before', async () => {
  await send(await pdf(), xml());
  const { documentKey } = await theOne();
  const stored = async () =>
    world.db.selectFrom('document_files').where('company_id', '=', user.companyId).select('sha256').execute();
  const [file] = await stored();
  const old = { ...world.services, now: () => new Date(Date.now() + 30 * 86_400_000) };
  await sweepFiles(old);
  expect(await world.services.files.get(file?.sha256 ?? '')).not.toBeNull();
  const record = { id: documentKey, companyId: user.companyId };
  await world.db.deleteFrom('invoices').where('document_id', '=', documentKey).execute();
  await world.db
    .updateTable('documents')
    .set({ deleted_at: testNow.toISOString() })
    .where('id', '=', documentKey)
    .execute();
  await world.db.transaction().execute(async (tx) => documentSlice.trash?.purge(tx, record));
  expect(await stored()).toEqual([]);
  const left = await world.db
    .selectFrom('documents')
    .where('company_id', '=', user.companyId)
    .select('id')
    .execute();
  expect(left).toEqual([]);
});

describe('taken apart', () => {
  test.each([
    ['PDF first', async () => send(await pdf(), xml())],
    ['e-invoice first', async () => send(xml(), await pdf())],
  ])('%s, they are two invoices and stay two', async (_, bring) => {
    await bring();
    const invoice = await theOne();
    const reply = await user.post(`/api/fmmodule/invoices/${invoice.id}/take-apart`, {});
    expect(reply.statusCode).toBe(200);
    await work.run();
    const all = await theTwo();
    expect(all.map(({ statusValue }: { statusValue: string }) => statusValue)).toEqual([
      'Concept',
      'Concept',
    ]);
    expect(await scans()).toMatchObject({ total: 2, marked: 0 });
    const verbs = await world.db
      .selectFrom('history')
      .where('company_id', '=', user.companyId)
      .where('verb', 'in', ['join', 'take-apart'])
      .select(['entity', 'verb'])
      .execute();
    expect(verbs).toHaveLength(6);
    // A third copy joins neither of them by itself.
    expect((await user.post(`/api/fmmodule/invoices/${invoice.id}/take-apart`, {})).statusCode).toBe(409);
  });

  test('not after the first decision, and not by who may only look', async () => {
    await send(await pdf(), xml());
    const { id } = await theOne();
    const reader = await world.asUser({ may: ['fmmodule.invoices.read.company'], companyId: user.companyId });
    expect((await reader.post(`/api/fmmodule/invoices/${id}/take-apart`, {})).statusCode).toBe(403);
    await user.post(`/api/fmmodule/invoices/${id}/approve`, { approve: true });
    expect((await user.post(`/api/fmmodule/invoices/${id}/take-apart`, {})).statusCode).toBe(409);
  });
});

test('two workers that read both files at the same time make one invoice', async () => {
  const tools = { pdf: startPdf(), ocr: startOcr() };
  for (const turn of [1, 2, 3]) {
    const number = `W-${turn}`;
    const ids = await put(await pdf({ number }), xml({ number }));
    await sql`delete from jobs.job where name = ${recogniseJob.name}`.execute(world.db);
    const by = { userId: user.userId, name: 'Sanne' };
    await Promise.all(
      ids.map(async (documentId, index) => {
        const job = { companyId: user.companyId, documentId, by, ...(index === 1 ? { isData: true } : {}) };
        await processDocument(
          world.services,
          { ...tools, createInvoice: (tx, made) => createInvoiceIn(world.services, tx, made) },
          job,
          { isLastTry: true },
        );
        await createInvoice(world.services, job);
      }),
    );
    const mine = (await list()).filter(
      ({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber === number,
    );
    expect(mine).toHaveLength(1);
    expect((await find(mine[0].id)).files).toHaveLength(2);
  }
  await tools.pdf.close();
  await tools.ocr.close();
});
