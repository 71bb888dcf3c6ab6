import { sql } from 'kysely';
import { z } from 'zod';
import type { ConnectionSettings, Db } from '../db/database.ts';
import { listen } from '../db/listen.ts';
import { type Slot, statement } from '../db/statement.ts';

const channel = 'live';

const eventShape = z.object({ resource: z.string(), companyId: z.string(), id: z.string().optional(), audience: z.string().optional() });

const notify = statement((db, slot: Slot<'event'>) =>
  db.selectNoFrom(sql`pg_notify(${sql.lit(channel)}, ${slot('event')})`.as('told')),
);

const notifyAll = statement(
  (_db, slot: Slot<'events'>) => sql`select pg_notify(${sql.lit(channel)}, e) from jsonb_array_elements_text(${slot('events')}::jsonb) e`,
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
  /** Sent behind the commit of the transaction: hints to look again, which a crash in between can lose. */
  publish(tx: Db, ...events: readonly LiveEvent[]): Promise<void>;
  /** Hears all events until the answer is called. */
  subscribe(listener: (event: LiveEvent) => void): () => void;
  stop(): Promise<void>;
}

/** Live events over LISTEN/NOTIFY; the listening connection comes back by itself after a loss. */
export function openLiveEvents(settings: ConnectionSettings, onError: (error: unknown) => void): LiveEvents {
  const listeners = new Set<(event: LiveEvent) => void>();
  let channelOpen: ReturnType<typeof listen> | undefined;
  const message = (payload: string) => {
    const event = eventShape.safeParse(JSON.parse(payload));
    if (event.success) for (const listener of listeners) listener(event.data);
  };

  return {
    async publish(tx, ...events) {
      const texts = events.map((event) => JSON.stringify(event));
      const [only] = texts;
      if (texts.length > 1) await notifyAll.afterCommit(tx, { events: JSON.stringify(texts) });
      else if (only !== undefined) await notify.afterCommit(tx, { event: only });
    },
    subscribe(listener) {
      listeners.add(listener);
      channelOpen ??= listen(settings, channel, { message, error: onError });
      return () => listeners.delete(listener);
    },
    stop: async () => channelOpen?.stop(),
  };
}
