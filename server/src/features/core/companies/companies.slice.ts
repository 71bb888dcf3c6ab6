import { sql } from 'kysely';
import { companies } from '#contract/core/companies.ts';
import { exportFields, streamed } from '#server/platform/http/mount-export.ts';
import { problem } from '#server/platform/http/problem.ts';
import { slice } from '#server/platform/resource/slice.ts';
import { searchOf } from '../search/search.repository.ts';
import { children, findById, stream, uniqueFields } from './companies.repository.ts';
import { companiesService } from './companies.service.ts';

// Tables whose rows belong to the company alone, in the order in which they can be deleted.
const ownTables = [
  'contact_persons',
  'customer_relations',
  'saved_views',
  'groups',
  'company_modules',
  'administrations',
  'service_accounts',
  'users',
] as const;

export const companySlice = slice({
  resource: companies,
  service: companiesService,
  history: { companyOf: async ({ db, scope }, id) => (await findById(db, scope, id))?.id },
  trash: {
    table: 'companies',
    name: sql`name`,
    company: 'id',
    uniqueFields,
    children,
    // Restoring a company takes the same scope as creating one.
    async afterRestore(_tx, ctx) {
      if (ctx.scope.reach !== 'system') throw problem.forbidden();
    },
    beforePurge: ({ id }) =>
      ownTables.map((table) => sql`delete from ${sql.table(table)} where company_id = ${id}`),
  },
  exports: exportFields('companies', streamed(stream), [
    'name',
    'domainName',
    'primaRelatienummer',
    ['active', 'boolean'],
    ['userCount', 'number'],
  ]),
  search: searchOf(3, {
    table: sql`companies`,
    company: 'companies.id',
    text: sql`norm(companies.name || ' ' || companies.domain_name || ' ' || companies.prima_relatienummer)`,
    columns: sql`id, null::uuid as "parentId", name as title, domain_name as subtitle`,
  }),
});
