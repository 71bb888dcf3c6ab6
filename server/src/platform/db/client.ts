import pg from 'pg';
import type { ConnectionSettings } from './database.ts';

/**
 * A connection outside of a pool, not yet open. When it is lost the statement under way fails; without a listener the
 * loss would end the process as well.
 */
export function newClient(settings: ConnectionSettings): pg.Client {
  const client = new pg.Client(settings);
  client.on('error', () => undefined);
  return client;
}
