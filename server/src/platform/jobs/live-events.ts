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

// Telling is a transaction of its own with a place in the queue of the whole database, and wakes every process that listens:
// so what happens while the last news is being told, and shortly after, goes in one.
const restMs = 10;

const notifyAll = statement(
  (_db, slot: Slot<'events'>) =>
    sql`select pg_notify(${sql.lit(channel)}, e) from jsonb_array_elements_text(${slot('events')}::jsonb) e`,
);

/**
 * Something changed that people may be looking at. It names the thing, never its content. People from outside the
 * company hear only what names them as its `audience` (or `everyone`); the others hear all of their company.
 */
export type LiveEvent = z.output<typeof eventShape>;

/** The audience of what everybody who signs in may hear of. */
export const everyone = 'everyone';

/** Tells every server process, and through it every open screen, that something changed. */
export interface LiveEvents {
  /** Told after the commit of the transaction, and never without it: hints to look again, which a crash in between can lose. */
  publish(tx: Db, ...events: readonly LiveEvent[]): Promise<void>;
  /** Hears all events until the answer is called. */
  subscribe(listener: (event: LiveEvent) => void): () => void;
  /** What was heard in the last so many milliseconds, the same only once; undefined where that is longer than is remembered. */
  recent(ms: number): readonly LiveEvent[] | undefined;
  /** Tells what is left, then hears no more. */
  stop(): Promise<void>;
}

/**
 * Live events over LISTEN/NOTIFY; the listening connection comes back by itself after a loss.
 *
 * @param db tells; what is told within 10 ms of the last goes together, the same only once
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

  const untold = new Set<string>();
  let telling: Promise<void> | undefined;
  async function tellAll(): Promise<void> {
    while (untold.size > 0) {
      const texts = JSON.stringify([...untold]);
      untold.clear();
      await notifyAll.all(db, { events: texts }).catch(onError);
      await setTimeout(restMs);
    }
    telling = undefined;
  }

  return {
    async publish(tx, ...events) {
      if (events.length === 0) return;
      await onCommit(tx, () => {
        for (const event of events) untold.add(JSON.stringify(event));
        telling ??= tellAll();
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      channelOpen ??= listen(settings, channel, { message, open: memory.begin, error: lost });
      return () => listeners.delete(listener);
    },
    recent: memory.since,
    async stop() {
      await telling;
      await channelOpen?.stop();
    },
  };
}
