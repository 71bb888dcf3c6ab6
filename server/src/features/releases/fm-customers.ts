import { type Expression, sql, type SqlBool } from 'kysely';
import '#server/features/core/index.ts';

const codes = ['fm', 'fmmodule', 'fmmanagement'];

/**
 * Whether a company is an active FM customer (§H3): switched on, not the provider itself, and with one of the FM modules.
 *
 * @param company alias of `companies`
 */
export function isFmCustomer(company: string): Expression<SqlBool> {
  const column = (name: string) => sql.ref(`${company}.${name}`);
  return sql<SqlBool>`(${column('is_active')} and not ${column('is_provider')} and ${column('deleted_at')} is null and exists (
    select from company_modules fm_right join modules fm_module on fm_module.id = fm_right.module_id
    where fm_right.company_id = ${column('id')} and fm_right.deleted_at is null and fm_module.deleted_at is null
      and fm_module.code in (${sql.join(codes.map((code) => sql.lit(code)))})))`;
}
