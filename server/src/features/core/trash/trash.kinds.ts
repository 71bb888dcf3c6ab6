import { sql } from 'kysely';
import { administrations } from '#contract/core/administrations.ts';
import { companies } from '#contract/core/companies.ts';
import { contactPersons } from '#contract/core/contact-persons.ts';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { groups } from '#contract/core/groups.ts';
import { modules } from '#contract/core/modules.ts';
import { users } from '#contract/core/users.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { problem } from '#server/platform/http/problem.ts';
import { listGroups } from '../rights/grants.repository.ts';
import { mayGiveGroup } from '../rights/grants.rules.ts';
import { granterOf, holdsAllOf } from '../rights/grants.service.ts';
import { findPerson } from '../rights/rights.repository.ts';
import { type TrashedRecord, type TrashKind, trashTable } from './trash.kind.ts';

const companyStays = (table: string) =>
  sql`exists (select from companies c where c.id = ${sql.ref(`${table}.company_id`)} and c.deleted_at is null)`;
const fullName = sql`first_name || ' ' || last_name`;

/** Lets a kind come back only when that gives nobody rights that the caller does not hold (§A4). */
function guarded(
  kind: TrashKind,
  mayComeBack: (tx: Tx, ctx: Context, record: TrashedRecord) => Promise<boolean>,
): TrashKind {
  return {
    ...kind,
    async restore(tx, ctx, record) {
      await kind.restore(tx, ctx, record);
      if (!(await mayComeBack(tx, ctx, record))) throw problem.forbidden();
    },
  };
}

/** The records of the management area that go to the trash; those that point at others come before them. */
export const coreTrash: readonly TrashKind[] = [
  trashTable({
    entity: contactPersons.permission,
    path: contactPersons.path,
    table: 'contact_persons',
    name: fullName,
    standsAlone: sql`exists (select from customer_relations r where r.company_id = contact_persons.company_id and r.id = contact_persons.customer_relation_id and r.deleted_at is null)`,
  }),
  trashTable({
    entity: customerRelations.permission,
    path: customerRelations.path,
    table: 'customer_relations',
    name: sql`name`,
    standsAlone: companyStays('customer_relations'),
    along: [{ table: 'contact_persons', owner: 'customer_relation_id' }],
    before: ({ id, companyId }) => [
      sql`delete from contact_persons where company_id = ${companyId} and customer_relation_id = ${id}`,
    ],
  }),
  trashTable({
    entity: administrations.permission,
    path: administrations.path,
    table: 'administrations',
    name: sql`name`,
    standsAlone: companyStays('administrations'),
  }),
  guarded(
    trashTable({
      entity: users.permission,
      path: users.path,
      table: 'users',
      name: fullName,
      standsAlone: companyStays('users'),
    }),
    async (tx, ctx, { id }) => {
      const person = await findPerson(tx, { id });
      return person !== undefined && holdsAllOf(await granterOf(tx, ctx), person);
    },
  ),
  guarded(
    trashTable({
      entity: groups.permission,
      path: groups.path,
      table: 'groups',
      name: sql`name`,
      standsAlone: sql`(groups.company_id is null or ${companyStays('groups')})`,
    }),
    async (tx, ctx, { id, companyId }) => {
      const [group] = await listGroups(tx, companyId ?? ctx.caller.companyId, [id]);
      return group !== undefined && mayGiveGroup(await granterOf(tx, ctx), group, companyId);
    },
  ),
  trashTable({
    entity: modules.permission,
    path: modules.path,
    table: 'modules',
    name: sql`name`,
    // The provider's own: of no company.
    company: null,
    before: ({ id }) => [sql`delete from company_modules where module_id = ${id} and deleted_at is not null`],
  }),
  guarded(
    trashTable({
      entity: companies.permission,
      path: companies.path,
      table: 'companies',
      name: sql`name`,
      company: 'id',
      along: [
        { table: 'administrations', owner: 'company_id' },
        { table: 'users', owner: 'company_id' },
        { table: 'company_modules', owner: 'company_id' },
      ],
      before: ({ id }) =>
        [
          'contact_persons',
          'customer_relations',
          'saved_views',
          'groups',
          'company_modules',
          'administrations',
          'users',
        ].map((table) => sql`delete from ${sql.table(table)} where company_id = ${id}`),
    }),
    // Only who may make companies brings one back.
    async (_tx, ctx) => ctx.scope.reach === 'system',
  ),
];
