import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { administrations } from '#contract/core/administrations.ts';
import { companies } from '#contract/core/companies.ts';
import { companyModules } from '#contract/core/company-modules.ts';
import { contactPersons } from '#contract/core/contact-persons.ts';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { groups } from '#contract/core/groups.ts';
import { modules } from '#contract/core/modules.ts';
import { users } from '#contract/core/users.ts';
import { id } from '#contract/resource.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { mountExport } from '#server/platform/http/mount-export.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { stream as streamAdministrations } from './administrations/administrations.repository.ts';
import { findById as findCompany, stream as streamCompanies } from './companies/companies.repository.ts';
import { companyIdOf } from './companies/company-id.ts';
import { stream as streamCompanyModules } from './company-modules/company-modules.repository.ts';
import { stream as streamContactPersons } from './contact-persons/contact-persons.repository.ts';
import {
  findById as findRelation,
  stream as streamRelations,
} from './customer-relations/customer-relations.repository.ts';
import { companyOf } from './customer-relations/customer-relations.service.ts';
import { stream as streamGroups } from './groups/groups.repository.ts';
import { stream as streamModules } from './modules/modules.repository.ts';
import { stream as streamUsers } from './users/users.repository.ts';

/** The lists of the management area as CSV and XLSX: a table of columns, list by list. */
export function exportRoutes(app: FastifyInstance, services: Services): void {
  mountExport(app, services, companies, {
    list: 'companies',
    rows: async ({ db, scope }, query) => streamCompanies(db, scope, query),
    columns: [
      ['name', 'text', ({ name }) => name],
      ['domainName', 'text', ({ domainName }) => domainName],
      ['primaRelatienummer', 'text', ({ primaRelatienummer }) => primaRelatienummer],
      ['active', 'boolean', ({ active }) => active],
      ['userCount', 'number', ({ userCount }) => userCount],
    ],
  });
  mountExport(app, services, administrations, {
    list: 'administrations',
    rows: async (ctx, query, request) =>
      streamAdministrations(ctx.db, ctx.scope, await companyIn(ctx, request), query),
    columns: [
      ['tag', 'text', ({ tag }) => tag],
      ['name', 'text', ({ name }) => name],
      ['coupling', 'text', ({ coupling }) => coupling],
      ['kvkNumber', 'text', ({ kvkNumber }) => kvkNumber],
      ['vatId', 'text', ({ vatId }) => vatId],
      ['iban', 'text', ({ iban }) => iban],
      ['mailIsActive', 'boolean', ({ mailIsActive }) => mailIsActive],
    ],
  });
  mountExport(app, services, users, {
    list: 'users',
    rows: async (ctx, query, request) => streamUsers(ctx.db, ctx.scope, await companyIn(ctx, request), query),
    columns: [
      ['firstName', 'text', ({ firstName }) => firstName],
      ['lastName', 'text', ({ lastName }) => lastName],
      ['emailAddress.address', 'text', ({ email }) => email],
      ['active', 'boolean', ({ active }) => active],
    ],
  });
  mountExport(app, services, companyModules, {
    list: 'company-modules',
    rows: async (ctx, query, request) =>
      streamCompanyModules(ctx.db, ctx.scope, await companyIn(ctx, request), query),
    columns: [
      ['moduleName', 'text', ({ moduleName }) => moduleName],
      ['createdAt', 'instant', ({ createdAt }) => createdAt],
    ],
  });
  mountExport(app, services, groups, {
    list: 'groups',
    rows: async ({ db, scope }, query) => streamGroups(db, scope, query),
    columns: [
      ['name', 'text', ({ name }) => name],
      ['companyName', 'text', ({ companyName }) => companyName],
      ['accessToEverything', 'boolean', ({ accessToEverything }) => accessToEverything],
      ['availableForEveryOne', 'boolean', ({ availableForEveryOne }) => availableForEveryOne],
      ['userCount', 'number', ({ userCount }) => userCount],
      ['permissionCount', 'number', ({ permissionCount }) => permissionCount],
    ],
  });
  mountExport(app, services, modules, {
    list: 'modules',
    rows: async ({ db, scope }, query) => streamModules(db, scope, query),
    columns: [
      ['name', 'text', ({ name }) => name],
      ['code', 'text', ({ code }) => code],
      ['createdAt', 'instant', ({ createdAt }) => createdAt],
    ],
  });
  relationExports(app, services);
}

const whose = z.object({ companyId: id.optional() });
const ofRelation = z.object({ customerRelationId: z.string() });

function relationExports(app: FastifyInstance, services: Services): void {
  mountExport(app, services, customerRelations, {
    list: 'customer-relations',
    rows: async (ctx, query, request) => {
      const companyId = orNotFound(await companyOf(ctx, parseInput(whose, request.query).companyId));
      return streamRelations(ctx.db, ctx.scope, companyId, query);
    },
    // The heads are those that the import knows, so that what was taken out can be put in again.
    columns: [
      ['tag', 'text', ({ tag }) => tag],
      ['name', 'text', ({ name }) => name],
      ['address.street', 'text', ({ street }) => street],
      ['address.zipCode', 'text', ({ zipCode }) => zipCode],
      ['address.city', 'text', ({ city }) => city],
      ['address.postBox', 'text', ({ postBox }) => postBox],
      ['emailAddress.address', 'text', ({ email }) => email],
      ['phoneNumber.number', 'text', ({ phone }) => phone],
      ['websiteUrl', 'text', ({ websiteUrl }) => websiteUrl],
      ['kvkNumber', 'text', ({ kvkNumber }) => kvkNumber],
      ['vatId', 'text', ({ vatId }) => vatId],
      ['iban', 'text', ({ iban }) => iban],
    ],
  });
  mountExport(app, services, contactPersons, {
    list: 'contact-persons',
    rows: async (ctx, query, request) => {
      const owner = orNotFound(
        await findRelation(ctx.db, ctx.scope, parseInput(ofRelation, request.params).customerRelationId),
      );
      return streamContactPersons(ctx.db, ctx.scope, owner, query);
    },
    columns: [
      ['firstName', 'text', ({ firstName }) => firstName],
      ['lastName', 'text', ({ lastName }) => lastName],
      ['function', 'text', (person) => person.function],
      ['landlineNumber.number', 'text', ({ landline }) => landline],
      ['mobileNumber.number', 'text', ({ mobile }) => mobile],
      ['emailAddress.address', 'text', ({ email }) => email],
    ],
  });
}

async function companyIn(ctx: Context, request: FastifyRequest): Promise<string> {
  return orNotFound(await findCompany(ctx.db, ctx.scope, companyIdOf(request))).id;
}
