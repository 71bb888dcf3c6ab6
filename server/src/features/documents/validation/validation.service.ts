import type { z } from 'zod';
import { documents } from '#contract/documents/documents.ts';
import type { DocumentProperty } from '#contract/documents/properties.ts';
import type { correctCommand, unvalidated, verdict, verdictCommand } from '#contract/documents/validation.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Rec, Row } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import type { Page } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { announceDocument } from '../announce.ts';
import { noteVerdict, recountVerdicts } from '../creditors/creditors.repository.ts';
import { StateNumber } from '../document-state.ts';
import type { InvoiceDesk } from '../invoice-desk.ts';
import { splitBefore } from '../pages/split.rules.ts';
import { listPagesOf } from '../pages/words.repository.ts';
import { findTriggerOf } from '../values/trigger-of.repository.ts';
import * as values from '../values/values.repository.ts';
import { storedValue } from '../values/values.rules.ts';
import * as repository from './validation.repository.ts';
import { isUndoable, judgeVerdict, undoMs } from './verdict.rules.ts';

type Item = Rec<typeof unvalidated>;
type Verdict = z.output<typeof verdict>;

export async function listUnvalidated(
  ctx: Context,
  query: ListQuery,
): Promise<Page<Row<typeof unvalidated>>> {
  const page = await repository.list(ctx, query);
  return { ...page, rows: page.rows.map((row) => ({ ...row, ...firstPair(row.properties) })) };
}

// The pair of product 2.3 is the first of them (§D1).
function firstPair([first]: readonly { readonly property: string; readonly value: string }[]) {
  return { property: first?.property ?? '', value: first?.value ?? '' };
}

export async function findUnvalidated(ctx: Context, id: string, db: Db = ctx.db): Promise<Item | null> {
  const found = await repository.findById(db, ctx, id);
  if (!found) return null;
  const { isCorrect, verdictAt, verdictBy, verdictName, invoiceId, triggerId, ...row } = found;
  const key = { companyId: row.companyId, documentId: id };
  const properties = await values.listProperties(db, key, isCorrect);
  const pages = await listPagesOf(db, key);
  return {
    ...row,
    ...firstPair(properties),
    properties,
    lines: await values.listLines(db, key),
    pages,
    splitBefore: splitBefore(pages),
    judged:
      isCorrect === null || verdictAt === null
        ? null
        : { isCorrect, at: verdictAt, by: verdictName ?? '', isMine: verdictBy === ctx.caller.userId },
    trigger: await findTriggerOf(db, triggerId),
    invoice: invoiceId === null ? null : { id: invoiceId, isOpen: isCorrect !== false },
  };
}

/** The verdict of a person (§D2). */
export async function validateRecognition(
  ctx: Context,
  desk: InvoiceDesk,
  id: string,
  command: z.output<typeof verdictCommand>,
): Promise<Verdict> {
  return ctx.transaction(async (tx) => {
    const held = orNotFound(await repository.lock(tx, ctx, id));
    const step = judgeVerdict(
      { ...held, isRecognised: held.state === StateNumber.Recognised },
      command.isCorrect,
      ctx.now(),
    );
    if (step === 'not-open') throw problem.of('wrong-state', { sentence: 'validation-not-open' });
    if (step === 'too-late') throw problem.of('wrong-state', { sentence: 'validation-too-late' });
    if (step === 'same') return shownVerdict(held, command.isCorrect, held.verdictAt);
    await assertVersion(ctx, tx, held, command.rowVersion);
    await (command.isCorrect ? accept(tx, ctx, desk, held) : reject(tx, ctx, desk, held));
    await told(
      tx,
      ctx,
      held,
      command.isCorrect ? 'validate' : 'reject',
      { isCorrect: held.isCorrect },
      { isCorrect: command.isCorrect },
    );
    return shownVerdict(held, command.isCorrect, ctx.now().toISOString());
  });
}

function shownVerdict({ id }: repository.Held, isCorrect: boolean, at: string | null): Verdict {
  const undoUntil = at === null ? null : new Date(Date.parse(at) + undoMs).toISOString();
  return { id, isValidated: true, isCorrect, undoUntil };
}

async function accept(tx: Tx, ctx: Context, desk: InvoiceDesk, held: repository.Held): Promise<void> {
  if (held.isCorrect === false) await bringBack(tx, ctx, desk, held);
  await repository.writeVerdict(tx, ctx, held, {
    state: StateNumber.Recognised,
    reasons: [],
    isCorrect: true,
    wasCorrected: held.hasManual,
  });
  await score(tx, held, { isCorrect: true, wasCorrected: held.hasManual });
}

async function reject(tx: Tx, ctx: Context, desk: InvoiceDesk, held: repository.Held): Promise<void> {
  const key = { companyId: held.companyId, documentId: held.id };
  // What is approved is no longer a matter of recognition.
  if ((await desk.stageOf(tx, key)) === 'settled')
    throw problem.of('wrong-state', { sentence: 'validation-locked-in' });
  await desk.withdraw(tx, ctx, key);
  await repository.writeVerdict(tx, ctx, held, {
    state: StateNumber.Unknown,
    reasons: ['rejected'],
    isCorrect: false,
    wasCorrected: held.hasManual,
  });
  await score(tx, held, { isCorrect: false, wasCorrected: held.hasManual });
}

async function score(
  tx: Tx,
  held: repository.Held,
  verdict: { isCorrect: boolean; wasCorrected: boolean },
): Promise<void> {
  if (held.creditorId === null) return;
  if (held.isCorrect === null) await noteVerdict(tx, held.companyId, held.creditorId, verdict);
  else {
    // One verdict in the place of another: a negative one still ends automatic.
    if (!verdict.isCorrect) await noteVerdict(tx, held.companyId, held.creditorId, verdict);
    await recountVerdicts(tx, held.companyId, held.creditorId);
  }
}

async function bringBack(tx: Tx, ctx: Context, desk: InvoiceDesk, held: repository.Held): Promise<void> {
  // Somebody took it up among the unknown documents meanwhile: then it is his.
  if (held.state !== StateNumber.Unknown)
    throw problem.of('wrong-state', { sentence: 'validation-not-open' });
  await desk.bringBack(tx, ctx, { companyId: held.companyId, documentId: held.id });
}

/** Takes back a verdict within ten minutes: the document waits again. */
export async function undoVerdict(ctx: Context, desk: InvoiceDesk, id: string): Promise<Verdict> {
  return ctx.transaction(async (tx) => {
    const held = orNotFound(await repository.lock(tx, ctx, id));
    if (held.isCorrect === null) return { id, isValidated: false, isCorrect: false, undoUntil: null };
    if (!isUndoable(held.verdictAt, ctx.now()))
      throw problem.of('wrong-state', { sentence: 'validation-too-late' });
    if (!held.isCorrect) await bringBack(tx, ctx, desk, held);
    else if (held.state !== StateNumber.Recognised)
      throw problem.of('wrong-state', { sentence: 'validation-not-open' });
    await repository.writeVerdict(tx, ctx, held, {
      state: StateNumber.Recognised,
      reasons: [],
      isCorrect: null,
      wasCorrected: false,
    });
    if (held.creditorId !== null) await recountVerdicts(tx, held.companyId, held.creditorId);
    await told(tx, ctx, held, 'undo', { isCorrect: held.isCorrect }, { isCorrect: null });
    return { id, isValidated: false, isCorrect: false, undoUntil: null };
  });
}

/** Corrects one value, which is then confirmed; an open invoice follows. */
export async function correctValue(
  ctx: Context,
  desk: InvoiceDesk,
  id: string,
  property: DocumentProperty,
  command: z.output<typeof correctCommand>,
): Promise<Item> {
  const stored = storedValue(property, command);
  if ('code' in stored) throw problem.validation({ value: [stored.code] });
  // An invoice cannot be without these; a document that has none is rejected instead.
  const isNeeded = property === 'number' || property === 'date' || property === 'total';
  if (stored.value === '' && isNeeded) throw problem.validation({ value: ['required'] });
  return ctx.transaction(async (tx) => {
    const held = orNotFound(await repository.lock(tx, ctx, id));
    if (held.state !== StateNumber.Recognised)
      throw problem.of('wrong-state', { sentence: 'validation-not-open' });
    await assertVersion(ctx, tx, held, command.rowVersion);
    const key = { companyId: held.companyId, documentId: id };
    if ((await desk.stageOf(tx, key)) === 'settled')
      throw problem.of('wrong-state', { sentence: 'validation-locked-in' });
    const before = await values.chosenValues(tx, key);
    await values.writeManual(tx, key, property, {
      value: stored.value,
      page: command.page ?? null,
      box: command.box ?? null,
      by: ctx.caller.name,
    });
    await repository.touch(tx, ctx, held);
    await desk.follow(tx, ctx, key);
    await told(
      tx,
      ctx,
      held,
      'update',
      { [property]: before[property] ?? null },
      { [property]: stored.value },
    );
    return orNotFound(await findUnvalidated(ctx, id, tx));
  });
}

async function assertVersion(
  ctx: Context,
  tx: Tx,
  held: repository.Held,
  sent: number | undefined,
): Promise<void> {
  if (sent === undefined || sent === held.rowVersion) return;
  throw problem.of('stale', { current: await findUnvalidated(ctx, held.id, tx) });
}

async function told(
  tx: Tx,
  ctx: Context,
  { companyId, id }: repository.Held,
  verb: string,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Promise<void> {
  await recordChange(tx, ctx, { entity: documents.permission, entityId: id, companyId, verb, before, after });
  await announceDocument(ctx, tx, { companyId, documentId: id });
}
