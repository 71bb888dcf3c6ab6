import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConnectionLost } from './connection-lost.ts';
import type { Db, Tx } from './database.ts';
import { isDeadlock } from './deadlock.ts';

const maxRetries = 3;
const firstPauseMs = 50;

/**
 * Runs a transaction, and again, at most three times more, where another one stood in its way (a deadlock, a change at the
 * same time) or the connection was lost before its commit was sent. So `work` may run several times: what it does outside
 * the database must bear that.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (retry === maxRetries || !isPassing(error)) throw error;
      await sleep(firstPauseMs * 2 ** retry * (0.5 + Math.random()));
    }
  }
}

// Serialization failure, deadlock. A session that the server ended (57P01) is a connection that was lost.
function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionLost) return !error.mayBeCommitted;
  return isDeadlock(error) || (error instanceof pg.DatabaseError && error.code === '40001');
}
