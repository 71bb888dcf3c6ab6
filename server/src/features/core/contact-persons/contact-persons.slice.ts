import { sql } from 'kysely';
import { z } from 'zod';
import { contactPersons } from '#contract/core/contact-persons.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { historyInTable, slice } from '#server/platform/resource/slice.ts';
import { findById as findRelation } from '../customer-relations/customer-relations.repository.ts';
import { searchOf } from '../search/search.repository.ts';
import { stream } from './contact-persons.repository.ts';
import { contactPersonsService } from './contact-persons.service.ts';

const ofRelation = z.object({ customerRelationId: z.string() });

export const contactPersonSlice = slice({
  resource: contactPersons,
  service: contactPersonsService,
  history: historyInTable('contact_persons'),
  trash: {
    table: 'contact_persons',
    name: sql`first_name || ' ' || last_name`,
    standsAlone: sql`exists (select from customer_relations r where r.company_id = contact_persons.company_id
      and r.id = contact_persons.customer_relation_id and r.deleted_at is null)`,
  },
  exports: {
    list: 'contact-persons',
    rows: async (ctx, query, request) => {
      const { customerRelationId } = parseInput(ofRelation, request.params);
      const owner = orNotFound(await findRelation(ctx.db, ctx.scope, customerRelationId));
      return stream(ctx.db, ctx.scope, owner, query);
    },
    columns: [
      ['firstName', 'text', ({ firstName }) => firstName],
      ['lastName', 'text', ({ lastName }) => lastName],
      ['function', 'text', (person) => person.function],
      ['landlineNumber.number', 'text', ({ landline }) => landline],
      ['mobileNumber.number', 'text', ({ mobile }) => mobile],
      ['emailAddress.address', 'text', ({ email }) => email],
    ],
  },
  search: searchOf(2, {
    table: sql`contact_persons join customer_relations r
      on r.company_id = contact_persons.company_id and r.id = contact_persons.customer_relation_id`,
    company: 'contact_persons.company_id',
    text: sql.ref('contact_persons.search_text'),
    columns: sql`contact_persons.id, r.id as "parentId", first_name || ' ' || last_name as title,
      concat_ws(' · ', r.name, nullif(function, '')) as subtitle`,
  }),
});
