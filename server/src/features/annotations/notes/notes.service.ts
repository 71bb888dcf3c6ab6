import { notes } from '#contract/annotations/annotations.ts';
import type { Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import type { OwnerKind } from '#server/platform/resource/slice.ts';
import { auditChild, type ChildKind, childService } from '../child-records.service.ts';
import { findOwnerToChange } from '../owners.ts';
import * as repository from './notes.repository.ts';

type Note = Rec<typeof notes>;

const noteKind: ChildKind<repository.StoredNote, Note> = {
  resource: notes,
  table: 'notes',
  word: 'note',
  list: repository.list,
  findById: repository.findById,
  nameOf: ({ description }) => description,
  asRecord: ({ caller }, { userId, fullName, ...note }, mayUpdateOwner) => ({
    ...note,
    user: { id: userId, fullName },
    canDelete: mayUpdateOwner || userId === caller.userId,
  }),
};

export const notesService = childService(noteKind);

export async function addNote(
  ctx: Context,
  kinds: readonly OwnerKind[],
  entityId: string,
  description: string,
): Promise<Note> {
  const owner = await findOwnerToChange(ctx, kinds, entityId);
  return ctx.transaction(async (tx) => {
    const id = await repository.insert(tx, ctx, owner, description);
    await auditChild(tx, ctx, owner, noteKind, { after: description });
    return noteKind.asRecord(ctx, orNotFound(await repository.findById(tx, owner, id)), true);
  });
}
