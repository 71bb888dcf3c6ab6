import { type RawBuilder, sql } from 'kysely';
import type { LikelyDuplicate } from '#contract/core/customer-relations.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';

/** The values by which relations are compared; empty values are ignored. */
export interface Likeness {
  readonly name: string;
  readonly zipCode: string;
  readonly email: string;
  readonly kvkNumber: string;
}

const maxDuplicates = 5;

// One branch a reason, so that each runs over its own index.
function branch(
  companyId: string,
  reason: LikelyDuplicate['reasons'][number],
  condition: RawBuilder<unknown>,
) {
  return sql`select id, ${sql.lit(reason)} as reason from customer_relations where company_id = ${companyId} and deleted_at is null and ${condition}`;
}

/** Relations of a company that are probably the same, the most similar first. */
export async function findAlike(
  db: Db,
  scope: Scope,
  companyId: string,
  like: Likeness,
  exceptId?: string,
): Promise<LikelyDuplicate[]> {
  const branches = [
    ...(like.kvkNumber === ''
      ? []
      : [branch(companyId, 'kvk', sql`kvk_number = ${like.kvkNumber} and kvk_number <> ''`)]),
    ...(like.email === '' ? [] : [branch(companyId, 'email', sql`email = ${like.email}`)]),
    ...(like.name === '' || like.zipCode === ''
      ? []
      : [
          branch(
            companyId,
            'name-and-zip',
            sql`zip_code = ${like.zipCode} and norm(name) = norm(${like.name})`,
          ),
        ]),
  ];
  if (branches.length === 0) return [];
  const { rows } = await sql<LikelyDuplicate>`
    select customer_relations.id, customer_relations.tag, customer_relations.name, array_agg(hit.reason order by hit.reason) as reasons
    from (${sql.join(branches, sql` union all `)}) hit
    join customer_relations on customer_relations.company_id = ${companyId} and customer_relations.id = hit.id
    where ${within(scope, 'customer_relations.company_id')}
      and customer_relations.id is distinct from ${exceptId !== undefined && isId(exceptId) ? exceptId : null}::uuid
    group by customer_relations.id, customer_relations.tag, customer_relations.name
    order by count(*) desc, customer_relations.name, customer_relations.id
    limit ${maxDuplicates}`.execute(db);
  return rows;
}

/** A line of a file that is probably a relation already. */
export interface AlikeLine {
  line: number;
  name: string;
  existing: LikelyDuplicate;
}

/** The lines of a file that probably exist already, each with the most similar relation. */
export async function findAlikeLines(
  db: Db,
  scope: Scope,
  companyId: string,
  lines: readonly (Likeness & { readonly line: number })[],
  max: number,
): Promise<AlikeLine[]> {
  const texts = (field: keyof Likeness) => sql`${lines.map((line) => line[field])}::text[]`;
  const { rows } = await sql<{ line: number; lineName: string } & LikelyDuplicate>`
    select distinct on (hit.line) hit.line, hit.line_name as "lineName", r.id, r.tag, r.name, hit.reasons
    from (
      select given.line, given.name as line_name, alike.id, array_agg(alike.reason order by alike.reason) as reasons
      from unnest(${lines.map(({ line }) => line)}::int[], ${texts('name')}, ${texts('zipCode')}, ${texts('email')}, ${texts('kvkNumber')})
        as given (line, name, zip_code, email, kvk_number)
      cross join lateral (
        ${branch(companyId, 'kvk', sql`kvk_number = given.kvk_number and kvk_number <> ''`)}
        union all ${branch(companyId, 'email', sql`email = given.email and given.email <> ''`)}
        union all ${branch(companyId, 'name-and-zip', sql`zip_code = given.zip_code and given.zip_code <> '' and norm(name) = norm(given.name)`)}
      ) alike
      group by given.line, given.name, alike.id
    ) hit
    join customer_relations r on r.company_id = ${companyId} and r.id = hit.id
    where ${within(scope, 'r.company_id')}
    order by hit.line, cardinality(hit.reasons) desc, r.id
    limit ${max}`.execute(db);
  return rows.map(({ line, lineName, ...existing }) => ({ line, name: lineName, existing }));
}
