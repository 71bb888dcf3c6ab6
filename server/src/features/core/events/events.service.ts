import type { z } from 'zod';
import { eventEntities, type eventsPage, type eventsQuery } from '#contract/core/events.ts';
import type { Context } from '#server/platform/context.ts';
import { forgottenUpTo, numberEvents } from '#server/platform/db/events.ts';
import { problem } from '#server/platform/http/problem.ts';
import type { HistoryKind } from '#server/platform/resource/slice.ts';
import { asEvent, list, type StoredEvent } from './events.repository.ts';

/**
 * The events of a company behind a cursor (§H40, decision 0131), those that the caller may know of: of records that they
 * may read all of, or that they can read one by one.
 */
export async function listEvents(
  ctx: Context,
  kinds: readonly HistoryKind[],
  { after, limit, companyId = ctx.caller.companyId }: z.output<typeof eventsQuery>,
): Promise<z.output<typeof eventsPage>> {
  const isOwn = companyId === ctx.caller.companyId;
  if (!isOwn && !ctx.caller.isProvider) throw problem.notFound();
  const readers = new Map(
    eventEntities.flatMap(({ entity }) => {
      const reader = ctx.reach(`${entity}.read`);
      return reader && (isOwn || reader.scope.reach === 'system') ? [[entity, reader] as const] : [];
    }),
  );
  if (readers.size === 0) throw problem.forbidden();
  const until = await numberEvents(ctx.db, companyId);
  const from = await startOf(ctx, companyId, after, until);
  const entities = [...readers.keys()];
  const found = await list(ctx.db, companyId, { after: from, until, entities, max: limit + 1 });
  const page = found.slice(0, limit);
  const hasMore = found.length > limit;
  const known = await knownOf(readers, kinds, page);
  return {
    result: known.map((one) => ({ ...asEvent(companyId, one), cursor: String(one.number) })),
    metadata: { next: String(hasMore ? (page.at(-1)?.number ?? until) : until), hasMore },
  };
}

async function startOf(
  ctx: Context,
  companyId: string,
  after: string | undefined,
  until: number,
): Promise<string> {
  if (after === undefined) return '0';
  // Of another company, or from before a backup was put back.
  if (Number(after) > until) throw problem.validation({ after: ['unknown'] });
  if (Number(after) < (await forgottenUpTo(ctx.db, companyId)))
    throw problem.of('wrong-state', { sentence: 'events-forgotten' });
  return after;
}

/** Without the events of records that the caller may not read, where they read only some of a kind. */
async function knownOf(
  readers: ReadonlyMap<string, Context>,
  kinds: readonly HistoryKind[],
  events: readonly StoredEvent[],
): Promise<StoredEvent[]> {
  const checked = new Map<string, boolean>();
  for (const { entity, recordId } of events) {
    const reader = readers.get(entity);
    if (checked.has(recordId) || !reader) continue;
    checked.set(recordId, !readsSome(reader) || (await canRead(reader, kinds, entity, recordId)));
  }
  return events.filter(({ recordId }) => checked.get(recordId) === true);
}

function readsSome({ caller, scope }: Context): boolean {
  return (
    scope.reach === 'user' ||
    (scope.reach === 'company' && scope.administrationIds !== undefined) ||
    caller.isNarrowed === true
  );
}

async function canRead(ctx: Context, kinds: readonly HistoryKind[], entity: string, recordId: string) {
  for (const kind of kinds)
    if (kind.entity === entity && (await kind.companyOf(ctx, recordId)) !== undefined) return true;
  return false;
}
