import type { Context } from '#server/platform/context.ts';
import { rowExists } from '#server/platform/db/record.ts';
import { reaches } from '#server/platform/auth/scope.ts';
import { problem } from '#server/platform/http/problem.ts';
import '#server/features/core/index.ts';

/** Whether a company exists within the scope. */
export async function companyExists({ db, scope }: Context, id: string): Promise<boolean> {
  return scope.reach !== 'user' && reaches(scope, id) && rowExists(db, 'companies', { id });
}

/** 404 if a company does not exist within the scope. */
export async function assertCompany(ctx: Context, id: string): Promise<void> {
  if (!(await companyExists(ctx, id))) throw problem.notFound();
}

/** The parent of records whose address may name their company. */
export const parentOf = (companyId: string | undefined) =>
  companyId === undefined ? undefined : { companyId };
