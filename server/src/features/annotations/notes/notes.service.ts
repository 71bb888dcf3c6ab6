import { notes } from '#contract/annotations/annotations.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { findOwner, findOwnerToChange, mayUpdate } from '../owners.ts';
import type { OwnerKind } from '#server/platform/resource/slice.ts';
import { tell } from '../tell.ts';
import * as repository from './notes.repository.ts';

type Note = Rec<typeof notes>;
type Kinds = readonly OwnerKind[];
type Stored = NonNullable<Awaited<ReturnType<typeof repository.findById>>>;

function asNote(ctx: Context, { userId, fullName, ...note }: Stored, isOwners: boolean): Note {
  return { ...note, user: { id: userId, fullName }, canDelete: isOwners || userId === ctx.caller.userId };
}

export async function listNotes(ctx: Context, kinds: Kinds, entityId: string, query: ListQuery) {
  const owner = await findOwner(ctx, kinds, entityId);
  const isOwners = await mayUpdate(ctx, owner);
  const page = await repository.list(ctx.db, owner, query);
  return { ...page, rows: page.rows.map((note) => asNote(ctx, note, isOwners)) };
}

export async function addNote(
  ctx: Context,
  kinds: Kinds,
  entityId: string,
  description: string,
): Promise<Note> {
  const owner = await findOwnerToChange(ctx, kinds, entityId);
  return ctx.transaction(async (tx) => {
    const id = await repository.insert(tx, ctx, owner, description);
    await tell(tx, ctx, owner, { resource: notes.path, verb: 'add-note', after: { note: description } });
    return asNote(ctx, orNotFound(await repository.findById(tx, owner, id)), true);
  });
}

/** One's own, or with the right to change the owner (§B9). */
export async function removeNote(ctx: Context, kinds: Kinds, entityId: string, id: string): Promise<void> {
  const owner = await findOwner(ctx, kinds, entityId);
  const isOwners = await mayUpdate(ctx, owner);
  await ctx.transaction(async (tx) => {
    const note = asNote(ctx, orNotFound(await repository.findById(tx, owner, id)), isOwners);
    if (!note.canDelete) throw problem.forbidden();
    orNotFound((await repository.remove(tx, ctx, owner, id)) || undefined);
    await tell(tx, ctx, owner, {
      resource: notes.path,
      verb: 'remove-note',
      before: { note: note.description },
    });
  });
}
