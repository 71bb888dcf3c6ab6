import { sql } from 'kysely';
import { contactPersons } from '#contract/core/contact-persons.ts';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { within } from '#server/platform/auth/scope.ts';
import { parentsOf } from '#server/platform/http/mount-resource.ts';
import { historyInTable, slice } from '#server/platform/resource/slice.ts';
import { searchOf } from '../search/search.repository.ts';
import { stream } from './contact-persons.repository.ts';
import { contactPersonsService, parentOf } from './contact-persons.service.ts';

export const contactPersonSlice = slice({
  resource: contactPersons,
  service: contactPersonsService,
  history: historyInTable('contact_persons', {
    entity: customerRelations.permission,
    find: ({ db, scope }, { companyId, id }) =>
      db
        .selectFrom('contact_persons')
        .where('company_id', '=', companyId)
        .where('customer_relation_id', '=', id)
        .where(within(scope, 'company_id'))
        .select(['id', sql<string>`first_name || ' ' || last_name`.as('name')])
        .execute(),
  }),
  trash: {
    table: 'contact_persons',
    name: sql`first_name || ' ' || last_name`,
    standsAlone: sql`exists (select from customer_relations r where r.company_id = contact_persons.company_id
      and r.id = contact_persons.customer_relation_id and r.deleted_at is null)`,
  },
  exports: {
    list: 'contact-persons',
    rows: async (ctx, query, request) =>
      stream(
        ctx.db,
        ctx.scope,
        query,
        await parentOf(ctx.db, ctx, parentsOf<typeof contactPersons>(request)),
      ),
    columns: [
      ['firstName', 'text', ({ firstName }) => firstName],
      ['lastName', 'text', ({ lastName }) => lastName],
      ['function', 'text', (person) => person.function],
      ['landlineNumber.number', 'text', ({ landlineNumber }) => landlineNumber.number],
      ['mobileNumber.number', 'text', ({ mobileNumber }) => mobileNumber.number],
      ['emailAddress.address', 'text', ({ emailAddress }) => emailAddress.address],
    ],
  },
  search: searchOf(2, {
    table: sql`contact_persons join customer_relations r
      on r.company_id = contact_persons.company_id and r.id = contact_persons.customer_relation_id`,
    company: 'contact_persons.company_id',
    text: sql.ref('contact_persons.search_text'),
    columns: sql`contact_persons.id, r.company_id as "companyId", r.id as "parentId", first_name || ' ' || last_name as title,
      concat_ws(' · ', r.name, nullif(function, '')) as subtitle`,
  }),
});
