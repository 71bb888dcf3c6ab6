import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { type ConnectionSettings, type Db, onCommit } from '../db/database.ts';
import { listen } from '../db/listen.ts';
import { type Slot, statement } from '../db/statement.ts';
import { rememberRecent } from './recent.ts';

const channel = 'live';

const eventShape = z.object({
  resource: z.string(),
  companyId: z.string(),
  id: z.string().optional(),
  audience: z.string().optional(),
});

// A notification is a transaction of its own, queued for the whole database, and wakes every listening process. So events
// are batched and de-duplicated (10 ms).
const batchMs = 10;

const notifyAll = statement(
  (_db, slot: Slot<'events'>) =>
    sql`select pg_notify(${sql.lit(channel)}, e) from jsonb_array_elements_text(${slot('events')}::jsonb) e`,
);

/**
 * Something changed that people may be looking at. An event names the record, never its content. People from outside the
 * company receive only events with their `audience` (or `everyone`); the others receive all of their company.
 */
export type LiveEvent = z.output<typeof eventShape>;

/** The audience of events for everybody who signs in. */
export const everyone = 'everyone';

/** Notifies every server process, and through it every open screen, that something changed. */
export interface LiveEvents {
  /** Publishes after the commit of the transaction, and never without it: hints to fetch again, which a crash can lose. */
  publish(tx: Db, ...events: readonly LiveEvent[]): Promise<void>;
  /** Receives all events until the returned function is called. */
  subscribe(listener: (event: LiveEvent) => void): () => void;
  /** The distinct events of the last so many milliseconds; undefined if that is longer than events are remembered. */
  recent(ms: number): readonly LiveEvent[] | undefined;
  /** Publishes what is waiting, then stops listening. */
  stop(): Promise<void>;
}

/**
 * Live events over LISTEN/NOTIFY; the listening connection comes back by itself after a loss.
 *
 * @param db sends the notifications; events within 10 ms of the last batch go together, each only once
 */
export function openLiveEvents(
  settings: ConnectionSettings,
  db: Db,
  onError: (error: unknown) => void,
): LiveEvents {
  const listeners = new Set<(event: LiveEvent) => void>();
  const memory = rememberRecent<LiveEvent>();
  let channelOpen: ReturnType<typeof listen> | undefined;
  const message = (payload: string) => {
    const event = eventShape.safeParse(JSON.parse(payload));
    if (!event.success) return;
    memory.add(event.data);
    for (const listener of listeners) listener(event.data);
  };
  const lost = (error: unknown) => {
    memory.end();
    onError(error);
  };

  const waiting = new Set<string>();
  let sending: Promise<void> | undefined;
  async function sendAll(): Promise<void> {
    while (waiting.size > 0) {
      const texts = JSON.stringify([...waiting]);
      waiting.clear();
      await notifyAll.all(db, { events: texts }).catch(onError);
      await setTimeout(batchMs);
    }
    sending = undefined;
  }

  return {
    async publish(tx, ...events) {
      if (events.length === 0) return;
      await onCommit(tx, () => {
        for (const event of events) waiting.add(JSON.stringify(event));
        sending ??= sendAll();
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      channelOpen ??= listen(settings, channel, { message, open: memory.begin, error: lost });
      return () => listeners.delete(listener);
    },
    recent: memory.since,
    async stop() {
      await sending;
      await channelOpen?.stop();
    },
  };
}
