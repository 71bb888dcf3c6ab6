import { sql } from 'kysely';
import type { BuildForeign, Isolation } from '#server/app/testing/isolation-types.ts';
import {
  buildAdministration,
  buildGroup,
  buildInspector,
  buildModule,
  buildUser,
  giveModule,
} from './factories.ts';
import { buildProgram } from './service-accounts.ts';
import { buildWebhook } from './webhooks.ts';
import { buildContactPerson, buildRelation, buildSavedView } from './relations.ts';

const company: BuildForeign = async (_app, theirs) => theirs.companyId;
const relation: BuildForeign = async ({ db }, theirs) => (await buildRelation(db, theirs.companyId)).id;
const trashed: BuildForeign = async ({ db, services }, theirs) => {
  const { id } = await buildRelation(db, theirs.companyId);
  const deleted_at = services.now().toISOString();
  await db.updateTable('customer_relations').set({ deleted_at }).where('id', '=', id).execute();
  return id;
};

const inspection = { administrationIds: [], from: '2026-01-01', to: '2026-12-31', endsOn: '2999-12-31' };
const own = "the caller's own";

export const coreIsolation: Isolation = {
  foreign: {
    '/api/core/companies/:id': company,
    '/api/core/companies/:companyId': company,
    '/api/core/companies/:companyId/administrations/:id': async ({ db }, theirs) =>
      (await buildAdministration(db, theirs.companyId)).id,
    '/api/core/companies/:companyId/users/:id': async ({ db }, theirs) =>
      (await buildUser(db, { companyId: theirs.companyId })).id,
    '/api/core/inspectors/:id': async ({ db }, { companyId }) => {
      const { id } = await buildUser(db, { companyId });
      await buildInspector(db, { companyId, userId: id });
      return id;
    },
    '/api/core/companies/:companyId/service-accounts/:id': async ({ db }, theirs) =>
      (await buildProgram(db, { companyId: theirs.companyId })).id,
    '/api/core/companies/:companyId/service-accounts/:id/keys/:keyId': async ({ db }, theirs) => {
      const { id } = await buildProgram(db, { companyId: theirs.companyId });
      const key = await db
        .selectFrom('service_account_keys')
        .where('service_account_id', '=', id)
        .select('id')
        .executeTakeFirstOrThrow();
      return { companyId: theirs.companyId, id, keyId: key.id };
    },
    '/api/core/companies/:companyId/webhooks/:id': async ({ db }, theirs) =>
      (await buildWebhook(db, theirs.companyId)).id,
    '/api/core/companies/:companyId/webhooks/:id/deliveries/:deliveryId': async ({ db }, theirs) => ({
      companyId: theirs.companyId,
      ...(await buildWebhook(db, theirs.companyId)),
    }),
    '/api/core/companies/:companyId/modules/:id': async ({ db }, theirs) =>
      (await giveModule(db, theirs.companyId, 'fmmodule')).id,
    '/api/core/groups/:id': async ({ db }, theirs) =>
      (await buildGroup(db, { companyId: theirs.companyId })).id,
    '/api/core/modules/:id': async ({ db }) => (await buildModule(db)).id,
    '/api/core/customer-relations/:id': relation,
    '/api/core/customer-relations/:customerRelationId': relation,
    '/api/core/customer-relations/:customerRelationId/contact-persons/:id': async ({ db }, theirs) => {
      const customerRelationId = (await buildRelation(db, theirs.companyId)).id;
      const { id } = await buildContactPerson(db, theirs.companyId, customerRelationId);
      return { customerRelationId, id };
    },
    '/api/core/saved-views/:id': async ({ db }, theirs) => (await buildSavedView(db, theirs)).id,
    // Of no company: what the server can do, by name.
    '/scim/v2/ResourceTypes/:name': async () => 'none',
    '/scim/v2/Schemas/:name': async () => 'none',
    '/scim/v2/Users/:id': async ({ db }, theirs) => (await buildUser(db, { companyId: theirs.companyId })).id,
    '/scim/v2/Groups/:id': async ({ db }, theirs) => {
      const { id } = await buildGroup(db, { companyId: theirs.companyId });
      const row = { company_id: theirs.companyId, kind: 'group', record_id: id, external_id: null } as const;
      await db.insertInto('scim_ids').values(row).execute();
      return id;
    },
    '/api/core/trash/:entity/:id': trashed,
    '/api/core/status/jobs/:kind/:id': async ({ db }, theirs) => {
      const kind = 'files-sweep';
      const { rows } = await sql<{ id: string }>`insert into jobs.job (name, data, state, completed_on)
        values (${kind}, ${JSON.stringify({ companyId: theirs.companyId })}::jsonb, 'failed', now()) returning id`.execute(
        db,
      );
      return { kind, id: rows[0]?.id ?? '' };
    },
  },
  bodies: {
    '/api/core/companies': { name: 'X', domainName: 'x.example' },
    '/api/core/companies/:companyId/administrations': { name: 'X', tag: 'X', coupling: 'csv' },
    '/api/core/companies/:companyId/users': {
      firstName: 'X',
      lastName: 'X',
      emailAddress: { address: 'x@x.example' },
    },
    '/api/core/inspectors': {
      firstName: 'X',
      lastName: 'X',
      emailAddress: { address: 'x@x.example' },
      ...inspection,
    },
    '/api/core/companies/:companyId/service-accounts': { name: 'X' },
    '/api/core/companies/:companyId/webhooks': {
      url: 'https://203.0.113.7/in',
      eventTypes: ['invoice.approved'],
    },
    '/api/core/companies/:companyId/modules': { moduleId: 'x' },
    '/api/core/groups': { name: 'X' },
    '/api/core/groups/:id/copy': { name: 'X' },
    '/api/core/modules': { name: 'X', code: 'fm' },
    '/api/core/customer-relations': { name: 'X' },
    '/api/core/customer-relations/:customerRelationId/contact-persons': { firstName: 'X', lastName: 'X' },
    '/api/core/companies/:companyId/identity-provider': {
      issuer: 'https://203.0.113.7',
      clientId: 'x',
      active: false,
      domains: [],
    },
    '/api/core/companies/:companyId/identity-provider/prove': { domain: 'x.example' },
    '/scim/v2/Users': { userName: 'x@x.example' },
    '/scim/v2/Groups': { displayName: 'X' },
    '/api/core/saved-views': { screen: 'x', name: 'X', state: {} },
  },
  parts: { entity: 'core.customerrelations' },
  also: { 'core.trash.restore': ['core.customerrelations.create'] },
  refused: {
    'core.companymodules.create': 'only the provider sells modules',
    'core.companymodules.delete': 'only the provider sells modules',
    'core.status': 'only the provider keeps the product running',
  },
  personal: {
    '/api/core/personal-data': 'about the caller only',
    '/api/core/history': 'the permission depends on the record: checked in the service',
    '/api/events': 'lists events of what the caller may read: checked in the service',
    '/api/core/search': 'finds what the caller may read',
    '/api/core/administrators': 'of the own company, for everybody',
    '/api/core/saved-views': own,
    '/api/core/saved-views/:id': own,
  },
  readByPost: {
    '/api/core/companies/:companyId/users/:id/view-as': 'shows rights; only that it was asked is recorded',
  },
};
