import type { z } from 'zod';
import type { DocumentProperty } from '#contract/documents/properties.ts';
import type {
  correctCommand,
  linesCommand,
  unvalidated,
  verdict,
  verdictCommand,
} from '#contract/documents/validation.ts';
import { formatAmount } from '#contract/money.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Rec, Row } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { Page } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditDocuments } from '../audit.ts';
import { confirmName, noteVerdict, recountVerdicts } from '../creditors/creditors.repository.ts';
import type { DocumentKey } from '../document-rows.ts';
import { StateNumber } from '../document-state.ts';
import type { InvoiceHooks } from '../invoice-hooks.ts';
import { refuseUnlessFree } from '../locks/locks.service.ts';
import { learnFrom } from '../memory/teach.service.ts';
import { splitBefore } from '../pages/pages.service.ts';
import { ratesOf, vatOf } from '../processing/vat-rates.rules.ts';
import { listPagesOf } from '../pages/words.repository.ts';
import { rejectedReason } from '../reasons.ts';
import * as rejections from '../rejections/rejections.repository.ts';
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
    vatRates: ratesOf(row.vatRates, vatOf(properties)),
    pages,
    splitBefore: await splitBefore(db, key, row.splitBefore),
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
  hooks: InvoiceHooks,
  id: string,
  command: z.output<typeof verdictCommand>,
): Promise<Verdict> {
  return ctx.transaction(async (tx) => {
    const locked = orNotFound(await repository.lock(tx, ctx, id));
    const step = judgeVerdict(
      { ...locked, isRecognised: locked.state === StateNumber.Recognised },
      command.isCorrect,
      ctx.now(),
    );
    if (step === 'not-open') throw problem.of('wrong-state', { sentence: 'validation-not-open' });
    if (step === 'too-late') throw problem.of('wrong-state', { sentence: 'validation-too-late' });
    if (step === 'same') return shownVerdict(locked, command.isCorrect, locked.verdictAt);
    await refuseUnlessFree(tx, ctx, documentKey(locked));
    await assertVersion(ctx, tx, locked, command.rowVersion);
    if (!command.isCorrect) await withdrawInvoice(tx, ctx, hooks, locked);
    else if (locked.isCorrect === false) await restore(tx, ctx, hooks, locked);
    const verdict = { isCorrect: command.isCorrect, wasCorrected: locked.hasManual };
    await repository.writeVerdict(tx, ctx, locked, {
      state: command.isCorrect ? StateNumber.Recognised : StateNumber.Unknown,
      reasons: command.isCorrect ? [] : [rejectedReason(command.wrong ?? [])],
      ...verdict,
    });
    if (command.isCorrect) await forgetRejection(tx, locked);
    else await rejections.insert(tx, documentKey(locked), command.wrong ?? [], ctx.now());
    await score(tx, locked, verdict);
    // Only what a person saw and confirmed teaches.
    if (command.isCorrect) await learnFrom(tx, documentKey(locked), ctx.now());
    await auditDocuments(tx, ctx, [locked], {
      verb: command.isCorrect ? 'validate' : 'reject',
      before: { isCorrect: locked.isCorrect },
      after: { isCorrect: command.isCorrect, ...(command.wrong?.length ? { wrong: command.wrong } : {}) },
    });
    return shownVerdict(locked, command.isCorrect, ctx.now().toISOString());
  });
}

/** Confirms a document whose values a rule had passed, since a person checked it: only then it teaches (§C16). */
export async function confirmByCheck(tx: Tx, ctx: Context, id: string): Promise<void> {
  const locked = orNotFound(await repository.lock(tx, ctx, id));
  if (locked.isCorrect !== null) return;
  const verdict = { isCorrect: true, wasCorrected: locked.hasManual };
  await repository.writeVerdict(tx, ctx, locked, { state: locked.state, reasons: [], ...verdict });
  await score(tx, locked, verdict);
  await learnFrom(tx, documentKey(locked), ctx.now());
  await auditDocuments(tx, ctx, [locked], {
    verb: 'validate',
    before: { isCorrect: null },
    after: { isCorrect: true },
  });
}

const documentKey = ({ companyId, id }: repository.Locked) => ({ companyId, documentId: id });

// The opposite verdict, or the undo, takes back what the negative one rejected.
async function forgetRejection(tx: Tx, locked: repository.Locked): Promise<void> {
  if (locked.isCorrect === false && locked.verdictAt !== null)
    await rejections.removeOf(tx, documentKey(locked), locked.verdictAt);
}

function shownVerdict({ id }: repository.Locked, isCorrect: boolean, at: string | null): Verdict {
  const undoUntil = at === null ? null : new Date(Date.parse(at) + undoMs).toISOString();
  return { id, isValidated: true, isCorrect, undoUntil };
}

async function withdrawInvoice(
  tx: Tx,
  ctx: Context,
  hooks: InvoiceHooks,
  locked: repository.Locked,
): Promise<void> {
  const key = { companyId: locked.companyId, documentId: locked.id };
  // What is approved is no longer a matter of recognition.
  if ((await hooks.stageOf(tx, key)) === 'settled')
    throw problem.of('wrong-state', { sentence: 'validation-locked-in' });
  await hooks.withdraw(tx, ctx, key);
}

async function score(
  tx: Tx,
  locked: repository.Locked,
  verdict: { isCorrect: boolean; wasCorrected: boolean },
): Promise<void> {
  if (locked.creditorId === null) return;
  if (locked.isCorrect === null) await noteVerdict(tx, locked.companyId, locked.creditorId, verdict);
  else {
    // One verdict in the place of another: a negative one still ends automatic.
    if (!verdict.isCorrect) await noteVerdict(tx, locked.companyId, locked.creditorId, verdict);
    await recountVerdicts(tx, locked.companyId, locked.creditorId);
  }
  if (!verdict.isCorrect) return;
  const { creditor } = await values.chosenValues(tx, { companyId: locked.companyId, documentId: locked.id });
  await confirmName(tx, locked.companyId, locked.creditorId, creditor ?? '');
}

async function restore(tx: Tx, ctx: Context, hooks: InvoiceHooks, locked: repository.Locked): Promise<void> {
  // Somebody took it up among the unknown documents meanwhile: then it is theirs.
  if (locked.state !== StateNumber.Unknown)
    throw problem.of('wrong-state', { sentence: 'validation-not-open' });
  await hooks.restore(tx, ctx, { companyId: locked.companyId, documentId: locked.id });
}

/** Takes back a verdict within ten minutes: the document waits again. */
export async function undoVerdict(ctx: Context, hooks: InvoiceHooks, id: string): Promise<Verdict> {
  return ctx.transaction(async (tx) => {
    const locked = orNotFound(await repository.lock(tx, ctx, id));
    if (locked.isCorrect === null) return { id, isValidated: false, isCorrect: false, undoUntil: null };
    if (!isUndoable(locked.verdictAt, ctx.now()))
      throw problem.of('wrong-state', { sentence: 'validation-too-late' });
    if (!locked.isCorrect) await restore(tx, ctx, hooks, locked);
    else if (locked.state !== StateNumber.Recognised)
      throw problem.of('wrong-state', { sentence: 'validation-not-open' });
    await repository.writeVerdict(tx, ctx, locked, {
      state: StateNumber.Recognised,
      reasons: [],
      isCorrect: null,
      wasCorrected: false,
    });
    await forgetRejection(tx, locked);
    if (locked.creditorId !== null) await recountVerdicts(tx, locked.companyId, locked.creditorId);
    await auditDocuments(tx, ctx, [locked], {
      verb: 'undo',
      before: { isCorrect: locked.isCorrect },
      after: { isCorrect: null },
    });
    return { id, isValidated: false, isCorrect: false, undoUntil: null };
  });
}

/** Corrects one value, which is then confirmed; an open invoice follows. */
export async function correctValue(
  ctx: Context,
  hooks: InvoiceHooks,
  id: string,
  property: DocumentProperty,
  command: z.output<typeof correctCommand>,
): Promise<Item> {
  const stored = storedValue(property, command);
  if ('code' in stored) throw problem.validation({ value: [stored.code] });
  // An invoice cannot be without these; a document that has none is rejected instead.
  const isNeeded = property === 'number' || property === 'date' || property === 'total';
  if (stored.value === '' && isNeeded) throw problem.validation({ value: ['required'] });
  return correct(ctx, hooks, id, command.rowVersion, async (tx, key) => {
    const before = await values.chosenValues(tx, key);
    await values.writeManual(tx, key, property, {
      value: stored.value,
      page: command.page ?? null,
      box: command.box ?? null,
      by: ctx.caller.name,
    });
    await repository.touch(tx, ctx, key);
    return { before: { [property]: before[property] ?? null }, after: { [property]: stored.value } };
  });
}

/** Takes over the lines as a person mended them; the booking of an open invoice follows. */
export async function correctLines(
  ctx: Context,
  hooks: InvoiceHooks,
  id: string,
  { lines, rowVersion }: z.output<typeof linesCommand>,
): Promise<Item> {
  return correct(ctx, hooks, id, rowVersion, async (tx, key) => {
    const before = await values.listLines(tx, key);
    await values.replaceLines(tx, key, lines);
    await repository.noteEditedLines(tx, ctx, key);
    return { before: { lines: linesInWords(before) }, after: { lines: linesInWords(lines) } };
  });
}

function linesInWords(
  lines: readonly { readonly description: string; readonly amountInCents: number | null }[],
): string {
  return lines
    .map(({ description, amountInCents }) =>
      amountInCents === null ? description : `${description} ${formatAmount(amountInCents)}`,
    )
    .join('; ');
}

// What was recognised changes only while nobody else works on it and the invoice is open.
async function correct(
  ctx: Context,
  hooks: InvoiceHooks,
  id: string,
  rowVersion: number | undefined,
  change: (
    tx: Tx,
    key: DocumentKey,
  ) => Promise<{ readonly before: Record<string, unknown>; readonly after: Record<string, unknown> }>,
): Promise<Item> {
  return ctx.transaction(async (tx) => {
    const locked = orNotFound(await repository.lock(tx, ctx, id));
    if (locked.state !== StateNumber.Recognised)
      throw problem.of('wrong-state', { sentence: 'validation-not-open' });
    const key = documentKey(locked);
    await refuseUnlessFree(tx, ctx, key);
    await assertVersion(ctx, tx, locked, rowVersion);
    if ((await hooks.stageOf(tx, key)) === 'settled')
      throw problem.of('wrong-state', { sentence: 'validation-locked-in' });
    const changed = await change(tx, key);
    await hooks.update(tx, ctx, key);
    if (locked.isCorrect) await learnFrom(tx, key, ctx.now());
    await auditDocuments(tx, ctx, [locked], { verb: 'update', ...changed });
    return orNotFound(await findUnvalidated(ctx, id, tx));
  });
}

async function assertVersion(
  ctx: Context,
  tx: Tx,
  locked: repository.Locked,
  sent: number | undefined,
): Promise<void> {
  if (sent === undefined || sent === locked.rowVersion) return;
  throw problem.of('stale', { current: await findUnvalidated(ctx, locked.id, tx) });
}
