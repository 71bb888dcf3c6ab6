import pg from 'pg';

/** When a client that met a lost connection may try again: a database that crashed is mostly back by then. */
export const retryAfterSeconds = 3;

/**
 * The connection to the database broke, or could not be made. Nothing is wrong with what was asked; whether a commit that
 * was under way succeeded is not known. Its `cause` is what the driver said.
 */
export class ConnectionLost extends Error {
  /** Read by libraries that answer with the status of an error. */
  readonly statusCode = 503;
  /** The commit had been sent, so that it may have succeeded. */
  readonly mayBeCommitted: boolean;

  constructor(cause: unknown, { mayBeCommitted = false } = {}) {
    super(
      `the database cannot be reached: ${cause instanceof Error ? cause.message || cause.name : String(cause)}`,
      { cause },
    );
    this.name = 'ConnectionLost';
    this.mayBeCommitted = mayBeCommitted;
  }
}

// Connection exceptions; too many connections; a shutdown, a crash or a start of the server; a session that was idle too long.
const fatalCodes = /^(08|53300|57P0[1235]|25P03)/;

// What a spread database says in a transaction when another server went away; it has no code of its own.
const lostServer = /^failure on connection marked as essential/;

/** Whether PostgreSQL said with this error that it ends the session, opens none, or lost the server that it passed it on to. */
export function endsSession(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && (fatalCodes.test(error.code ?? '') || lostServer.test(error.message))
  );
}
