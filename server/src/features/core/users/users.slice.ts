import { sql } from 'kysely';
import { users } from '#contract/core/users.ts';
import { asksFreshFactor } from '#server/features/identity/index.ts';
import { problem } from '#server/platform/http/problem.ts';
import { historyInTable, slice } from '#server/platform/resource/slice.ts';
import { companyStays } from '#server/platform/resource/trash.ts';
import { companyOfRequest } from '../companies/company-id.ts';
import { granterOf, hasAllOf } from '../rights/grants.service.ts';
import { findPerson } from '../rights/rights.repository.ts';
import { searchOf } from '../search/search.repository.ts';
import { isErased, stream, uniqueFields } from './users.repository.ts';
import { usersService } from './users.service.ts';

export const userSlice = slice({
  resource: users,
  service: usersService,
  prepare: asksFreshFactor,
  history: historyInTable('users'),
  trash: {
    table: 'users',
    name: sql`first_name || ' ' || last_name`,
    standsAlone: companyStays('users'),
    uniqueFields,
    // A restore gives nobody permissions that the caller does not have (§A4).
    async afterRestore(tx, ctx, { id }) {
      if (await isErased(tx, id)) throw problem.of('wrong-state', { sentence: 'person-erased' });
      const person = await findPerson(tx, { id });
      if (!person || !hasAllOf(await granterOf(tx, ctx), person)) throw problem.forbidden();
    },
  },
  beforeActivated: [
    {
      target: users,
      async run(tx, _ctx, { id }) {
        if (await isErased(tx, id)) throw problem.of('wrong-state', { sentence: 'person-erased' });
      },
    },
  ],
  exports: {
    list: 'users',
    rows: async (ctx, query, request) =>
      stream(ctx.db, ctx.scope, query, await companyOfRequest(ctx, request)),
    columns: [
      ['firstName', 'text', ({ firstName }) => firstName],
      ['lastName', 'text', ({ lastName }) => lastName],
      ['emailAddress.address', 'text', ({ emailAddress }) => emailAddress.address],
      ['active', 'boolean', ({ active }) => active],
    ],
  },
  search: searchOf(4, {
    table: sql`users join companies c on c.id = users.company_id`,
    company: 'users.company_id',
    text: sql.ref('users.search_text'),
    columns: sql`users.id, users.company_id as "parentId", first_name || ' ' || last_name as title,
      concat_ws(' · ', users.email, c.name) as subtitle`,
    and: sql`c.deleted_at is null`,
  }),
});
