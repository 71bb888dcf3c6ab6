import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { problem } from '#server/platform/http/problem.ts';
import type { DocumentKey } from '../document-rows.ts';
import { find } from './locks.repository.ts';

/** 409 when somebody else works on the document: whoever decides takes it over first. */
export async function refuseUnlessFree(db: Db, ctx: Context, key: DocumentKey): Promise<void> {
  const lock = await find(db, ctx, key);
  if (lock && !lock.isMine)
    throw problem.of('wrong-state', { sentence: 'document-locked', values: { name: lock.name } });
}
