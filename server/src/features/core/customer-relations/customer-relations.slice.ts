import { sql } from 'kysely';
import { z } from 'zod';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { id } from '#contract/resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { historyInTable, slice } from '#server/platform/resource/slice.ts';
import { companyStays } from '#server/platform/resource/trash.ts';
import { searchOf } from '../search/search.repository.ts';
import { stream, uniqueFields } from './customer-relations.repository.ts';
import { customerRelationRoutes } from './customer-relations.routes.ts';
import { children, companyOf, customerRelationsService } from './customer-relations.service.ts';
import { importRoutes } from './import.routes.ts';

const ofCompany = z.object({ companyId: id.optional() });

export const customerRelationSlice = slice({
  resource: customerRelations,
  service: customerRelationsService,
  routes(app, services) {
    customerRelationRoutes(app, services);
    importRoutes(app, services);
  },
  history: historyInTable('customer_relations'),
  trash: {
    table: 'customer_relations',
    name: sql`name`,
    standsAlone: companyStays('customer_relations'),
    children,
    uniqueFields,
    beforePurge: ({ id: relationId, companyId }) => [
      sql`delete from contact_persons where company_id = ${companyId} and customer_relation_id = ${relationId}`,
    ],
  },
  exports: {
    list: 'customer-relations',
    rows: async (ctx, query, request) => {
      const companyId = orNotFound(await companyOf(ctx, parseInput(ofCompany, request.query).companyId));
      return stream(ctx.db, ctx.scope, query, { companyId });
    },
    // The heads are those that the import knows, so that an exported file can be imported again.
    columns: [
      ['tag', 'text', ({ tag }) => tag],
      ['name', 'text', ({ name }) => name],
      ['address.street', 'text', ({ address }) => address.street],
      ['address.zipCode', 'text', ({ address }) => address.zipCode],
      ['address.city', 'text', ({ address }) => address.city],
      ['address.postBox', 'text', ({ address }) => address.postBox],
      ['emailAddress.address', 'text', ({ emailAddress }) => emailAddress.address],
      ['phoneNumber.number', 'text', ({ phoneNumber }) => phoneNumber.number],
      ['websiteUrl', 'text', ({ websiteUrl }) => websiteUrl],
      ['kvkNumber', 'text', ({ kvkNumber }) => kvkNumber],
      ['vatId', 'text', ({ vatId }) => vatId],
      ['iban', 'text', ({ iban }) => iban],
      ['address.country', 'text', ({ address }) => address.country],
      ['oin', 'text', ({ oin }) => oin],
    ],
  },
  search: searchOf(1, {
    table: sql`customer_relations`,
    company: 'customer_relations.company_id',
    text: sql.ref('customer_relations.search_text'),
    columns: sql`id, company_id as "companyId", null::uuid as "parentId", name as title,
      concat_ws(' · ', nullif(tag, ''), nullif(city, ''), nullif(email, '')) as subtitle`,
  }),
});
