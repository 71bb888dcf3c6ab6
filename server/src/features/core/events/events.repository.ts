import { type EventType, urlOfEventRecord } from '#contract/core/events.ts';
import type { Db } from '#server/platform/db/database.ts';

/** An event as it is stored. */
export interface StoredEvent {
  readonly id: string;
  readonly number: number;
  readonly type: EventType;
  readonly entity: string;
  readonly recordId: string;
  readonly at: string;
}

/** The events of a company with numbers above `after`, up to `until`, about these kinds of records, in their order. */
export async function list(
  db: Db,
  companyId: string,
  which: {
    readonly after: string;
    readonly until: number;
    readonly entities: readonly string[];
    readonly max: number;
  },
): Promise<StoredEvent[]> {
  if (which.entities.length === 0) return [];
  const rows = await db
    .selectFrom('events')
    .where('company_id', '=', companyId)
    .where('number', '>', Number(which.after))
    .where('number', '<=', which.until)
    .where('entity', 'in', [...which.entities])
    .orderBy('number')
    .limit(which.max)
    .select(['id', 'number', 'type', 'entity', 'record_id as recordId', 'at'])
    .execute();
  return rows.map((row) => ({ ...row, number: Number(row.number) }));
}

/** An event as it travels. */
export function asEvent(companyId: string, { id, type, entity, recordId, at }: StoredEvent) {
  const url = urlOfEventRecord(entity, recordId);
  return { type, timestamp: new Date(at).toISOString(), data: { eventId: id, companyId, id: recordId, url } };
}
