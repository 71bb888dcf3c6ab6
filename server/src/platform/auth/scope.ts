import { type Expression, type SqlBool, sql } from 'kysely';

/**
 * How far the caller may reach with one right (§A2). Functions that read records for a caller take it, or the context
 * that has it (decision 0006). Jobs, and functions that get a record which was read within a scope, go by its company.
 */
export type Scope =
  | { readonly reach: 'system'; readonly userId: string }
  | ({ readonly reach: 'company' } & CompanyScope)
  | ({ readonly reach: 'user' } & CompanyScope);

interface CompanyScope {
  readonly userId: string;
  readonly companyId: string;
  /** Of the company only what belongs to these administrations; absent: all of it. */
  readonly administrationIds?: readonly string[];
}

/**
 * The condition that keeps a query inside the scope.
 *
 * @param company the column with the company's id, e.g. `i.company_id`
 * @param owned the condition under which a record is the caller's own; without it `.user` reaches nothing
 * @param administration the column with the administration; without it a caller of some administrations reaches nothing
 */
export function within(
  scope: Scope,
  company: string,
  owned?: (userId: string) => Expression<SqlBool>,
  administration?: string,
): Expression<SqlBool> {
  if (scope.reach !== 'system' && scope.administrationIds) {
    const { administrationIds, ...all } = scope;
    return administration === undefined
      ? sql<SqlBool>`false`
      : sql<SqlBool>`(${sql.ref(administration)} = any(${administrationIds}::uuid[]) and ${within(all, company, owned)})`;
  }
  switch (scope.reach) {
    case 'system':
      return sql<SqlBool>`true`;
    case 'company':
      return sql<SqlBool>`${sql.ref(company)} = ${scope.companyId}`;
    case 'user':
      return owned
        ? sql<SqlBool>`(${sql.ref(company)} = ${scope.companyId} and ${owned(scope.userId)})`
        : sql<SqlBool>`false`;
  }
}

/** Whether a record of this company may be written within the scope, whatever its administration. */
export function reaches(scope: Scope, companyId: string): boolean {
  return scope.reach === 'system' || (scope.companyId === companyId && scope.administrationIds === undefined);
}

/**
 * Holds for rows of the caller's company, and for the provider's people for those of any: for what somebody has wherever
 * they may work, so that a company's user asks one server only (decision 0110).
 */
export function inCompanyOf(
  { isProvider, companyId }: { readonly isProvider: boolean; readonly companyId: string },
  company: string,
): Expression<SqlBool> {
  return isProvider ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(company)} = ${companyId}`;
}
