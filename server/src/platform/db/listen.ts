import pg from 'pg';
import type { ConnectionSettings } from './database.ts';

const againMs = 1000;

/** What receives the messages of a channel. */
export interface ChannelListener {
  /** A message, by its text. */
  readonly message: (payload: string) => void;
  /** The channel is open, for the first time or again: what was said before was missed. */
  readonly open?: () => void;
  readonly error: (error: unknown) => void;
}

/** Hears what `pg_notify` says on a channel, until stopped; the connection comes back by itself after a loss. */
export function listen(
  settings: ConnectionSettings,
  channel: string,
  listener: ChannelListener,
): { stop(): Promise<void> } {
  let client: pg.Client | undefined;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    if (stopped) return;
    const next = new pg.Client(settings);
    client = next;
    const lost = (error: unknown) => {
      if (client !== next) return;
      client = undefined;
      // Where only `listen` failed the connection is still open.
      next.end(() => undefined);
      if (stopped) return;
      listener.error(error);
      retry = setTimeout(() => void connect(), againMs);
    };
    next.on('error', lost);
    next.on('end', () => lost(new Error('the listening connection ended')));
    next.on('notification', ({ payload = '' }) => listener.message(payload));
    await next
      .connect()
      .then(() => next.query(`listen ${pg.escapeIdentifier(channel)}`))
      .then(() => listener.open?.(), lost);
  }

  void connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
