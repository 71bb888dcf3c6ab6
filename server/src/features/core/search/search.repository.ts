import { type RawBuilder, sql } from 'kysely';
import { companies } from '#contract/core/companies.ts';
import { contactPersons } from '#contract/core/contact-persons.ts';
import { customerRelations } from '#contract/core/customer-relations.ts';
import type { SearchHit } from '#contract/core/search.ts';
import { users } from '#contract/core/users.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import { searchColumns } from '#server/platform/db/list-columns.ts';
import { searchSql } from '#server/platform/db/list-sql.ts';
import type { Searcher } from './search.service.ts';

interface Kind {
  readonly kind: string;
  readonly table: RawBuilder<unknown>;
  /** `within` of the caller's scope, on the column with the company. */
  readonly company: string;
  /** The indexed text, spelt as its index spells it. */
  readonly text: RawBuilder<unknown>;
  readonly columns: RawBuilder<unknown>;
  /** More that must hold. */
  readonly and?: RawBuilder<unknown>;
}

// A word that half of all records have is answered from the first ones met; who wants more types more.
const mostLookedAt = 200;

// Hits whose title starts with the first word come first.
function searcher({ kind, table, company, text, columns, and = sql`true` }: Kind): Searcher {
  const search = searchColumns([{ folded: text }]);
  return {
    kind,
    async find({ db, scope }: Context, words, most) {
      const { rows } = await sql<Omit<SearchHit, 'kind'>>`
        select id, "parentId", title, subtitle from (
          select ${columns} from ${table}
          where ${sql.ref(`${company.split('.')[0]}.deleted_at`)} is null and ${within(scope, company)} and ${searchSql(words, search) ?? sql`false`} and ${and}
          limit ${mostLookedAt}
        ) hit
        order by position(norm(${words[0] ?? ''}) in norm(title)) = 1 desc, title collate natural_order, id
        limit ${most}`.execute(db);
      return rows;
    },
  };
}

/** What the management area lets people find. */
export const coreSearchers: readonly Searcher[] = [
  searcher({
    kind: customerRelations.permission,
    table: sql`customer_relations`,
    company: 'customer_relations.company_id',
    text: sql.ref('customer_relations.search_text'),
    columns: sql`id, null::uuid as "parentId", name as title, concat_ws(' · ', nullif(tag, ''), nullif(city, ''), nullif(email, '')) as subtitle`,
  }),
  searcher({
    kind: contactPersons.permission,
    table: sql`contact_persons join customer_relations r on r.company_id = contact_persons.company_id and r.id = contact_persons.customer_relation_id`,
    company: 'contact_persons.company_id',
    text: sql.ref('contact_persons.search_text'),
    columns: sql`contact_persons.id, r.id as "parentId", first_name || ' ' || last_name as title, concat_ws(' · ', r.name, nullif(function, '')) as subtitle`,
  }),
  searcher({
    kind: companies.permission,
    table: sql`companies`,
    company: 'companies.id',
    text: sql`norm(companies.name || ' ' || companies.domain_name)`,
    columns: sql`id, null::uuid as "parentId", name as title, domain_name as subtitle`,
  }),
  searcher({
    kind: users.permission,
    table: sql`users join companies c on c.id = users.company_id`,
    company: 'users.company_id',
    text: sql.ref('users.search_text'),
    columns: sql`users.id, users.company_id as "parentId", first_name || ' ' || last_name as title, concat_ws(' · ', users.email, c.name) as subtitle`,
    and: sql`c.deleted_at is null`,
  }),
];
