import pg from 'pg';

/** Whether PostgreSQL ended a statement because of a deadlock, after which what it belongs to can be done again. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40P01';
}
