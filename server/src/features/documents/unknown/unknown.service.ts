import { formatDay } from '#contract/dates.ts';
import type { z } from 'zod';
import { type DocumentReason } from '#contract/documents/documents.ts';
import { documentProperty, type DocumentProperty } from '#contract/documents/properties.ts';
import {
  type documentRecord,
  type documentWrite,
  type unknownDocuments,
  unprocessableCommand,
} from '#contract/documents/unknown-documents.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { FieldCode } from '#contract/problem.ts';
import type { Row } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { softDelete } from '#server/platform/db/record.ts';
import type { Page } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditDocuments } from '../audit.ts';
import { StateNumber } from '../document-state.ts';
import { hasAdministration } from '../intake/intake.repository.ts';
import type { InvoiceHooks } from '../invoice-hooks.ts';
import { invoiceFromDocumentJob } from '../jobs.ts';
import { refuseUnlessFree } from '../locks/locks.service.ts';
import { splitBefore } from '../pages/pages.service.ts';
import { ratesOf, vatOf } from '../processing/vat-rates.rules.ts';
import { listPagesOf } from '../pages/words.repository.ts';
import { knownReasons, reasonText } from '../reasons.ts';
import * as rejections from '../rejections/rejections.repository.ts';
import { onlyOne } from '../same-number.ts';
import { findTriggerOf } from '../values/trigger-of.repository.ts';
import * as values from '../values/values.repository.ts';
import { storedValue } from '../values/values.rules.ts';
import * as repository from './unknown.repository.ts';

type DocumentRecord = z.output<typeof documentRecord>;
type Listed = Row<typeof unknownDocuments>;

/** Documents in one state: the unknown ones, or the unprocessable ones. */
export async function listIn(ctx: Context, state: number, query: ListQuery): Promise<Page<Listed>> {
  const page = await repository.list(ctx, state, query);
  return { ...page, rows: page.rows.map((row) => shown(ctx, row)) };
}

type Found = Awaited<ReturnType<typeof repository.list>>['rows'][number];

function shown(ctx: Context, { customer, administration, administrationId, reasons, ...row }: Found): Listed {
  const reasonCodes = knownReasons(reasons);
  return {
    ...row,
    klant: { customerIdAndName: customer },
    administratie: { id: administrationId, bedrijfsnaam: administration },
    reasonCodes,
    reason: reasonText(ctx.language, reasons),
  };
}

/** The key of a document in scope, by its id or number. */
export async function findKey(ctx: Context, idOrNumber: string) {
  const found = onlyOne(ctx.language, await repository.listByIdOrNumber(ctx.db, ctx, idOrNumber));
  return found && { companyId: found.companyId, documentId: found.id, at: found.fileCreationTime };
}

export async function findDocument(
  ctx: Context,
  idOrNumber: string,
  db: Db = ctx.db,
  companyId?: string,
): Promise<DocumentRecord | null> {
  const found = onlyOne(ctx.language, await repository.listByIdOrNumber(db, ctx, idOrNumber, companyId));
  if (!found) return null;
  const { isCorrect, sourceSha256, question, questionAt, questionBy, ...row } = found;
  const key = { companyId: row.companyId, documentId: row.id };
  const pages = await listPagesOf(db, key);
  const trigger = await findTriggerOf(db, row.triggerId);
  const properties = await values.listProperties(db, key, isCorrect);
  return {
    ...row,
    ...shown(ctx, found),
    filecontent: pages.map(({ text }) => text).join('\n'),
    regex: trigger?.regex ?? '',
    trigger,
    properties,
    lines: await values.listLines(db, key),
    vatRates: ratesOf(row.vatRates, vatOf(properties)),
    pages,
    splitBefore: await splitBefore(db, key, row.splitBefore),
    hasSource: sourceSha256 !== '',
    question:
      question === '' || questionAt === null ? null : { text: question, at: questionAt, by: questionBy },
    administrations: await repository.listAdministrations(db, row.companyId),
  };
}

/** Saves what a person wrote (§D10); complete, the document goes on as recognised. */
export async function saveDocument(
  ctx: Context,
  hooks: InvoiceHooks,
  id: string,
  body: z.output<typeof documentWrite>,
): Promise<DocumentRecord> {
  const written = storedValues(body.values ?? {});
  return ctx.transaction(async (tx) => {
    const locked = orNotFound(await repository.lock(tx, ctx, id));
    if (body.rowVersion !== undefined && body.rowVersion !== locked.rowVersion)
      throw problem.of('stale', { current: await findDocument(ctx, id, tx) });
    const key = { companyId: locked.companyId, documentId: id };
    await refuseUnlessFree(tx, ctx, key);
    await refuseUnlessOpen(tx, hooks, locked);
    await refuseUnknown(tx, locked.companyId, body);
    const before = await values.chosenValues(tx, key);
    for (const { property, value, page, box } of written)
      await values.writeManual(tx, key, property, { value, page, box, by: ctx.caller.name });
    const now = { ...before, ...Object.fromEntries(written.map(({ property, value }) => [property, value])) };
    const administrationId =
      body.administrationId === undefined ? locked.administrationId : body.administrationId;
    const reasons = missing(now, administrationId);
    if (locked.state === StateNumber.Recognised && reasons.length > 0)
      throw problem.validation(requiredOf(reasons));
    const isComplete = reasons.length === 0;
    await repository.save(tx, ctx, locked, {
      administrationId,
      triggerId: body.triggerId === undefined ? locked.triggerId : body.triggerId,
      isCredit: body.isCredit ?? locked.isCredit,
      hasWritten:
        written.length > 0 ||
        administrationId !== locked.administrationId ||
        (body.isCredit ?? locked.isCredit) !== locked.isCredit,
      state: isComplete ? StateNumber.Recognised : StateNumber.Unknown,
      reasons,
    });
    if (isComplete) await rejections.removeAll(tx, key);
    await settle(tx, ctx, hooks, locked, isComplete);
    await auditDocuments(tx, ctx, [locked], {
      verb: 'update',
      before: { ...before, administrationId: locked.administrationId },
      after: { ...now, administrationId },
    });
    return orNotFound(await findDocument(ctx, id, tx));
  });
}

/** Asks the provider about a document that could not be read. */
export async function askAboutDocument(ctx: Context, id: string, question: string): Promise<DocumentRecord> {
  return ctx.transaction(async (tx) => {
    const locked = orNotFound(await repository.lock(tx, ctx, id));
    if (locked.state !== StateNumber.Unknown && locked.state !== StateNumber.Unprocessable)
      throw problem.of('wrong-state', { sentence: 'document-not-unknown' });
    await repository.setQuestion(tx, ctx, locked, question);
    await auditDocuments(tx, ctx, [locked], { verb: 'ask', after: { question } });
    return orNotFound(await findDocument(ctx, id, tx));
  });
}

async function settle(
  tx: Tx,
  ctx: Context,
  hooks: InvoiceHooks,
  locked: repository.Locked,
  isComplete: boolean,
): Promise<void> {
  const key = { companyId: locked.companyId, documentId: locked.id };
  if (locked.state === StateNumber.Recognised) await hooks.update(tx, ctx, key);
  else if (isComplete) {
    const job = { ...key, by: { userId: ctx.caller.userId, name: ctx.caller.name } };
    await ctx.jobs.send(tx, invoiceFromDocumentJob, job, { key: locked.id });
  }
}

// Approved is approved; what is being read is about to change by itself.
async function refuseUnlessOpen(tx: Tx, hooks: InvoiceHooks, locked: repository.Locked): Promise<void> {
  if (locked.state === StateNumber.Unknown) return;
  if (locked.state !== StateNumber.Recognised)
    throw problem.of('wrong-state', {
      sentence: locked.state < StateNumber.Recognised ? 'document-being-read' : 'document-not-unknown',
    });
  const stage = await hooks.stageOf(tx, { companyId: locked.companyId, documentId: locked.id });
  if (stage === 'settled') throw problem.of('wrong-state', { sentence: 'validation-locked-in' });
}

async function refuseUnknown(tx: Tx, companyId: string, body: z.output<typeof documentWrite>): Promise<void> {
  const codes: Record<string, FieldCode[]> = {};
  const { administrationId = null, triggerId = null } = body;
  if (administrationId !== null && !(await hasAdministration(tx, companyId, administrationId)))
    codes['administration_id'] = ['unknown'];
  if (triggerId !== null && !(await repository.hasTrigger(tx, companyId, triggerId)))
    codes['triggerId'] = ['unknown'];
  if (Object.keys(codes).length > 0) throw problem.validation(codes);
}

interface Written {
  readonly property: DocumentProperty;
  readonly value: string;
  readonly page: number | null;
  readonly box: readonly number[] | null;
}

function storedValues(given: NonNullable<z.output<typeof documentWrite>['values']>): Written[] {
  const codes: Record<string, FieldCode[]> = {};
  const written: Written[] = [];
  for (const property of documentProperty.options) {
    const value = given[property];
    if (value === undefined) continue;
    const stored = value === null ? { value: '' } : storedValue(property, value);
    if ('code' in stored)
      codes[`values_${property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`] = [stored.code];
    else written.push({ property, value: stored.value, page: value?.page ?? null, box: value?.box ?? null });
  }
  if (Object.keys(codes).length > 0) throw problem.validation(codes);
  return written;
}

function missing(
  now: Partial<Record<DocumentProperty, string>>,
  administrationId: string | null,
): DocumentReason[] {
  const reasons: DocumentReason[] = [];
  if (!now.number) reasons.push('no-number');
  if (!now.date) reasons.push('no-date');
  if (!now.total) reasons.push('no-total');
  if (administrationId === null) reasons.push('no-administration');
  return reasons;
}

// An invoice cannot lose these: a document that has none is rejected instead.
function requiredOf(reasons: readonly DocumentReason[]): Record<string, FieldCode[]> {
  const fields = {
    'no-number': 'values_number',
    'no-date': 'values_date',
    'no-total': 'values_total',
    'no-administration': 'administration_id',
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([reason, field]) =>
      reasons.some((one) => one === reason) ? [[field, ['required']]] : [],
    ),
  );
}

/** Makes the selection unprocessable; what is not Onbekend any more is left out. */
export async function markSelectionUnprocessable(ctx: Context, ids: readonly string[]) {
  return inBatch(ctx, (tx, batchId) => repository.markUnprocessable(tx, ctx, batchId, ids));
}

/** The bulk command by content key (§D5): the one command name, or the SHA-256 of a document in scope. */
export async function markUnprocessableByHash(ctx: Context, hash: string) {
  if (hash === unprocessableCommand)
    return inBatch(ctx, (tx, batchId) => repository.markShortUnprocessable(tx, ctx, batchId));
  const sha256 = hash.toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(sha256) || !(await repository.hasHash(ctx, sha256))) throw problem.notFound();
  return inBatch(ctx, (tx, batchId) => repository.markHashUnprocessable(tx, ctx, batchId, sha256));
}

async function inBatch(ctx: Context, work: (tx: Tx, batchId: string) => Promise<repository.Moved[]>) {
  return ctx.transaction(async (tx) => {
    const batchId = newId(ctx.now().getTime());
    const done = await work(tx, batchId);
    if (done.length === 0) return { nrOfDocuments: 0, batchId: null };
    await repository.insertBatch(tx, ctx, batchId);
    await auditDocuments(tx, ctx, done, {
      verb: 'set-aside',
      before: { state: 'Onbekend' },
      after: { state: 'Onverwerkbaar' },
    });
    return { nrOfDocuments: done.length, batchId };
  });
}

const restored = {
  verb: 'restore',
  before: { state: 'Onverwerkbaar' },
  after: { state: 'Onbekend' },
} as const;

/** Restores exactly that batch. */
export async function undoBatch(ctx: Context, batchId: string) {
  if (!(await repository.hasBatch(ctx.db, ctx, batchId))) throw problem.notFound();
  return ctx.transaction(async (tx) => {
    const done = await repository.restoreUnknown(tx, ctx, { batchId });
    await auditDocuments(tx, ctx, done, restored);
    return { nrOfDocuments: done.length, batchId };
  });
}

/** One document back to the unknown ones (§D3). */
export async function restoreDocument(ctx: Context, id: string): Promise<DocumentRecord> {
  return ctx.transaction(async (tx) => {
    const locked = orNotFound(await repository.lock(tx, ctx, id));
    const done = await repository.restoreUnknown(tx, ctx, { id: locked.id });
    if (done.length === 0) throw problem.of('wrong-state', { sentence: 'document-not-unprocessable' });
    await auditDocuments(tx, ctx, done, restored);
    return orNotFound(await findDocument(ctx, id, tx));
  });
}

export async function removeDocument(ctx: Context, hooks: InvoiceHooks, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const locked = orNotFound(await repository.lock(tx, ctx, id));
    const until = await hooks.keptUntil(tx, { companyId: locked.companyId, documentId: locked.id });
    if (until !== null)
      throw problem.of('cannot-be-deleted', {
        sentence: 'document-kept-until',
        values: { day: formatDay(until) },
      });
    // What became an invoice is kept by it (§C9).
    if (locked.state === StateNumber.Recognised || locked.state > StateNumber.Unprocessable)
      throw problem.of('wrong-state', { sentence: 'document-has-invoice' });
    await softDelete(tx, ctx, 'documents', locked);
    await auditDocuments(tx, ctx, [locked], { verb: 'remove' });
  });
}
