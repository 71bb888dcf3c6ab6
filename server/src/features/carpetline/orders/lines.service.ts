import type { CarpetLine } from '#contract/carpetline/line.ts';
import { carpetOrders } from '#contract/carpetline/orders.ts';
import { type FieldCode, fieldId } from '#contract/problem.ts';
import type { UpdateBody } from '#contract/resource.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { problem } from '#server/platform/http/problem.ts';
import { catalogueOf } from '../catalogue/catalogue.service.ts';
import { overFull, takeDrawing, withinQuota } from './drawings.service.ts';
import { drawingsOf, type LineValues, replaceLines } from './lines.repository.ts';
import { linesErrors, snapshotOf } from './orders.rules.ts';
import { keepTakenOff, markUsed } from './sent-drawings.repository.ts';

type LineWrite = UpdateBody<typeof carpetOrders>['orderLines'][number];
type OldLine = Omit<CarpetLine, 'discontinued'>;
interface OrderKey {
  readonly companyId: string;
  readonly id: string;
}

/** Adds lines to a new order; `sent` names the drawings that were uploaded before. */
export async function addLines(
  tx: Tx,
  ctx: Context,
  order: OrderKey,
  lines: readonly LineValues[],
  sent: readonly LineWrite[],
): Promise<void> {
  await enforceQuota(tx, ctx, sent, async () => {
    await replaceLines(tx, order, lines, ctx.now().getTime());
    await markUsed(tx, ctx, drawingIds(sent));
  });
}

/**
 * Replaces the lines of a locked order. A drawing keeps its id while it is on the order, and can be found under it a
 * while longer: somebody else may have it on screen.
 */
export async function changeLines(
  tx: Tx,
  ctx: Context,
  order: OrderKey,
  lines: readonly LineValues[],
  sent: readonly LineWrite[],
): Promise<void> {
  await enforceQuota(tx, ctx, sent, () => replaceLocked(tx, ctx, order, lines, sent));
}

async function replaceLocked(
  tx: Tx,
  ctx: Context,
  order: OrderKey,
  lines: readonly LineValues[],
  sent: readonly LineWrite[],
): Promise<void> {
  const drawings = await drawingsOf(tx, order);
  const free = new Set(drawings.map(({ id }) => id));
  const placed = lines.map((line, index) => {
    const id = drawingIdOf(sent[index]);
    return id !== undefined && free.delete(id) ? { ...line, id } : line;
  });
  await replaceLines(tx, order, placed, ctx.now().getTime());
  await keepTakenOff(
    tx,
    ctx,
    order,
    drawings.filter(({ id }) => free.has(id)),
  );
  await markUsed(tx, ctx, drawingIds(sent));
}

// Lines without a drawing add nothing, and take no lock.
async function enforceQuota(
  tx: Tx,
  ctx: Context,
  sent: readonly LineWrite[],
  work: () => Promise<void>,
): Promise<void> {
  const withDrawing = sent.flatMap(({ attachment }, index) => (attachment ? [index] : []));
  if (withDrawing.length === 0) return work();
  const { isExceeded } = await withinQuota(tx, ctx, work);
  if (!isExceeded) return;
  const added = withDrawing.filter((index) => drawingIdOf(sent[index]) === undefined);
  const refused = added.length > 0 ? added : withDrawing;
  throw problem.validation(
    Object.fromEntries(refused.map((index) => [attachmentAt(index), ['drawings-full'] as const])),
  );
}

function drawingIdOf(line: LineWrite | undefined): string | undefined {
  return line?.attachment && 'id' in line.attachment ? line.attachment.id : undefined;
}

const drawingIds = (lines: readonly LineWrite[]) => lines.flatMap((line) => drawingIdOf(line) ?? []);

/** The lines to store, with drawings that are stored later, if nothing is refused. Errors go into `codes`. */
export async function linesFor(
  ctx: Context,
  companyId: string,
  lines: readonly LineWrite[],
  old: { readonly id: string | undefined; readonly lines: readonly OldLine[] },
  codes: Record<string, FieldCode[]>,
) {
  const catalogue = await catalogueOf(ctx.db, companyId);
  const unchanged = lines.map((line) => old.lines.find((was) => sameChoice(was, line)));
  for (const [field, found] of Object.entries(linesErrors(catalogue, lines))) {
    const index = Number(/^order_lines_(\d+)_(?:semi_finish|article|color)_id$/.exec(field)?.[1] ?? -1);
    // An unchanged choice stays valid when the catalogue drops it (§F6).
    if (unchanged[index] === undefined) codes[field] = found;
  }
  const reader = ctx.reach(`${carpetOrders.permission}.read`)?.scope ?? ctx.scope;
  const read = [];
  for (const [index, line] of lines.entries()) {
    const drawing = await drawingFor(ctx, reader, old.id, index, line, codes);
    read.push({
      ...valuesOf(line, unchanged[index] ? namesOf(unchanged[index]) : snapshotOf(catalogue, line)),
      drawing,
    });
  }
  const bytesBefore = old.lines.reduce((sum, { attachment }) => sum + (attachment?.size ?? 0), 0);
  const drawings = read.map(({ drawing }) => drawing);
  for (const index of overFull(drawings, bytesBefore)) codes[attachmentAt(index)] = ['drawings-too-large'];
  return read;
}

const attachmentAt = (index: number) => fieldId(`orderLines.${index}.attachment`);

const sameChoice = (was: OldLine, line: LineWrite) =>
  was.semiFinishId === line.semiFinishId &&
  was.articleId === (line.articleId ?? null) &&
  was.colorId === (line.colorId ?? null);

function namesOf(was: OldLine): ReturnType<typeof snapshotOf> {
  const { semiFinishDescription, articleDescription, articleNumber, colorDescription } = was;
  return { semiFinishDescription, articleDescription, articleNumber, colorDescription };
}

async function drawingFor(
  ctx: Context,
  reader: Scope,
  orderId: string | undefined,
  index: number,
  { attachment }: LineWrite,
  codes: Record<string, FieldCode[]>,
) {
  if (!attachment) return null;
  const taken = await takeDrawing(ctx, reader, attachment, orderId);
  if (typeof taken !== 'string') return taken;
  codes[attachmentAt(index)] ??= [taken];
  return null;
}

function valuesOf(line: LineWrite, names: ReturnType<typeof snapshotOf>): Omit<LineValues, 'id' | 'drawing'> {
  return {
    qualityName: line.qualityName,
    shape: line.shape,
    length: line.length ?? null,
    width: line.width ?? null,
    diameter: line.diameter ?? null,
    quantity: line.quantity,
    semiFinishId: line.semiFinishId ?? '',
    articleId: line.articleId ?? null,
    colorId: line.colorId ?? null,
    ...names,
  };
}
