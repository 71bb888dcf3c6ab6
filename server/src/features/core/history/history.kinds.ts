import { administrations } from '#contract/core/administrations.ts';
import { companies } from '#contract/core/companies.ts';
import { contactPersons } from '#contract/core/contact-persons.ts';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { groups } from '#contract/core/groups.ts';
import { modules } from '#contract/core/modules.ts';
import { users } from '#contract/core/users.ts';
import { within } from '#server/platform/auth/scope.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { findById as findGroup } from '../groups/groups.repository.ts';
import { findById as findModule } from '../modules/modules.repository.ts';
import type { HistoryKind } from './history.service.ts';
import '../core.tables.ts';
import '../contact-persons/contact-persons.tables.ts';
import '../customer-relations/customer-relations.tables.ts';

type Table = 'administrations' | 'contact_persons' | 'customer_relations' | 'users';

// A record of a tenant's table, by its id alone: the address of a history names no parent.
const inTable = (entity: string, table: Table): HistoryKind => ({
  entity,
  companyOf: async (ctx, id) => {
    const found = await ctx.db
      .selectFrom(table)
      .select('company_id')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where(within(ctx.scope, `${table}.company_id`))
      .executeTakeFirst();
    return found?.company_id;
  },
});

/** The records of the management area that have a history. */
export const coreHistory: readonly HistoryKind[] = [
  {
    entity: companies.permission,
    companyOf: async ({ db, scope }, id) => {
      const found = await db
        .selectFrom('companies')
        .select('id')
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .where(within(scope, 'companies.id'))
        .executeTakeFirst();
      return found?.id;
    },
  },
  inTable(administrations.permission, 'administrations'),
  inTable(users.permission, 'users'),
  inTable(customerRelations.permission, 'customer_relations'),
  inTable(contactPersons.permission, 'contact_persons'),
  {
    entity: groups.permission,
    companyOf: async ({ db, scope }, id) => {
      const found = await findGroup(db, scope, id);
      return found && (found.companyId ?? noCompany);
    },
  },
  {
    entity: modules.permission,
    companyOf: async ({ db, scope }, id) => ((await findModule(db, scope, id)) ? noCompany : undefined),
  },
];
