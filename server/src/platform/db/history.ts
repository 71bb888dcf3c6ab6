import { eventTypeOf } from '#contract/core/events.ts';
import { executeLater, type Tx } from './database.ts';
import { recordEvents } from './events.ts';
import { newId, noCompany } from './ids.ts';
import type { Tables } from './schema.ts';
import { type Slot, statement } from './statement.ts';

/** What happened to which record. `before` and `after` are the record as people know it, by wire field. */
export interface Change {
  /** The resource's permission name: `core.companies`. */
  readonly entity: string;
  readonly entityId: string;
  readonly companyId: string;
  /** `create`, `update`, `remove`, or the business word: `approve`. */
  readonly verb: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** Who changes a record, and when: a context is one. No user id: somebody outside, such as a customer behind a link. */
export interface Writer {
  readonly caller: { readonly userId: string | null; readonly name: string };
  readonly now: () => Date;
}

/**
 * Adds one line to the history of a record, in the caller's transaction. Without a difference, nothing. It travels with
 * the next statement.
 */
export async function recordChange(tx: Tx, ctx: Writer, change: Change): Promise<void> {
  await recordChanges(tx, ctx, [change]);
}

// PostgreSQL takes 65,535 parameters a statement; a line has nine.
const maxLines = 1000;

/** Like `recordChange`, for many records at once. */
export async function recordChanges(tx: Tx, ctx: Writer, all: readonly Change[]): Promise<void> {
  const lines = historyLines(ctx, all);
  await recordEventsOf(tx, ctx, all);
  const [only] = lines;
  if (lines.length === 1 && only) return insertLine.later(tx, only);
  for (let index = 0; index < lines.length; index += maxLines) {
    const query = tx.insertInto('history').values(lines.slice(index, index + maxLines));
    await executeLater(tx, query);
  }
}

/**
 * The events of changes (decision 0131), for who writes the history by a statement of their own: `recordChanges` does it
 * itself. Settings are no record, and have none.
 */
export async function recordEventsOf(tx: Tx, ctx: Writer, all: readonly Change[]): Promise<void> {
  const events = all.flatMap((change) => {
    const type = change.entityId === noCompany || isNothing(change) ? null : eventTypeOf(change);
    const { companyId, entity, entityId: recordId } = change;
    return type === null ? [] : [{ companyId, type, entity, recordId }];
  });
  await recordEvents(tx, ctx.now(), events);
}

function isNothing({ verb, before = {}, after = {} }: Change): boolean {
  return verb === 'update' && Object.keys(difference(before, after)).length === 0;
}

/** The lines that `recordChanges` writes, for a statement that writes them together with the change. */
export function historyLines(ctx: Writer, all: readonly Change[]) {
  return all.flatMap((change) => {
    const changes = difference(change.before ?? {}, change.after ?? {});
    if (Object.keys(changes).length === 0 && change.verb === 'update') return [];
    return [
      {
        company_id: change.companyId,
        id: newId(ctx.now().getTime()),
        entity: change.entity,
        entity_id: change.entityId,
        at: ctx.now().toISOString(),
        user_id: ctx.caller.userId,
        user_name: ctx.caller.name,
        verb: change.verb,
        changes: JSON.stringify(changes, wellFormed),
      },
    ];
  });
}

const insertLine = statement((db, slot: Slot<keyof Tables['history']>) =>
  db.insertInto('history').values({
    company_id: slot('company_id'),
    id: slot('id'),
    entity: slot('entity'),
    entity_id: slot('entity_id'),
    at: slot('at'),
    user_id: slot('user_id'),
    user_name: slot('user_name'),
    verb: slot('verb'),
    changes: slot('changes'),
  }),
);

const secret = /password|secret|token|privatekey/i;
// PostgreSQL refuses half of a cut emoji, which would undo the change.
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

const unrecorded = new Set(['id', 'rowVersion', 'createdAt', 'updatedAt', 'updatedBy']);

/** Old and new value of each field that differs; fields on one side only count with null on the other. */
export function difference(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, { old: unknown; new: unknown }> {
  const changes: Record<string, { old: unknown; new: unknown }> = {};
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    // A secret that is passed by mistake is not written: history can never be cleaned.
    if (unrecorded.has(field) || (secret.test(field) && typeof (after[field] ?? before[field]) !== 'boolean'))
      continue;
    const old = before[field] ?? null;
    const current = after[field] ?? null;
    if (JSON.stringify(old) !== JSON.stringify(current)) changes[field] = { old, new: current };
  }
  return changes;
}
