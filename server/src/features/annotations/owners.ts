import type { Context } from '#server/platform/context.ts';
import { isId } from '#server/platform/db/ids.ts';
import { problem } from '#server/platform/http/problem.ts';
import type { OwnerKind } from '#server/platform/resource/slice.ts';

/** The record that a note or attachment belongs to, which the caller may read. */
export interface Owner {
  readonly kind: OwnerKind;
  readonly entityId: string;
  readonly companyId: string;
}

/** Finds the record among the kinds, within what the caller may read of each; 404 if there is none. */
export async function findOwner(ctx: Context, kinds: readonly OwnerKind[], entityId: string): Promise<Owner> {
  for (const kind of isId(entityId) ? kinds : []) {
    const reader = ctx.reach(`${kind.entity}.read`);
    const companyId = reader ? await kind.companyOf(reader, entityId) : undefined;
    if (companyId !== undefined) return { kind, entityId, companyId };
  }
  throw problem.notFound();
}

/** Whether the caller may change the record itself. */
export async function mayUpdate(ctx: Context, { kind, entityId }: Owner): Promise<boolean> {
  const writer = ctx.reach(`${kind.entity}.update`);
  return writer !== null && (await kind.companyOf(writer, entityId)) !== undefined;
}

/** Like `findOwner`, for adding: 403 if the caller may only read the record. */
export async function findOwnerToChange(
  ctx: Context,
  kinds: readonly OwnerKind[],
  entityId: string,
): Promise<Owner> {
  const owner = await findOwner(ctx, kinds, entityId);
  if (!(await mayUpdate(ctx, owner))) throw problem.forbidden();
  return owner;
}
