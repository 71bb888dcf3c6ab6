import type { Tx } from '#server/platform/db/database.ts';
import type { Writer } from '#server/platform/db/history.ts';
import { newId } from '#server/platform/db/ids.ts';
import { insertRow } from '#server/platform/db/record.ts';
import { newLicense } from '../companies/companies.repository.ts';
import '../core.tables.ts';
import '../customer-relations/customer-relations.tables.ts';
import { changeLinks } from '../rights/links.repository.ts';

const seeder: Writer = { caller: { userId: null, name: '' }, now: () => new Date() };

/** An administration, and the codes by which documents name it. */
export interface SeedAdministration {
  readonly name: string;
  readonly tag: string;
  readonly coupling: string;
  readonly codes?: { readonly kvk: string; readonly vatId: string; readonly iban: string };
}

/** A company as the demo and the generator of test data describe it. */
export interface SeedCompany {
  readonly name: string;
  readonly domainName: string;
  readonly primaRelatienummer: string;
  readonly isProvider: boolean;
  readonly moduleIds: readonly string[];
  readonly administrations: readonly SeedAdministration[];
}

/** A company with its modules and administrations; gives its id. */
export async function insertCompany(
  tx: Tx,
  { moduleIds, administrations, name, domainName, primaRelatienummer, isProvider }: SeedCompany,
): Promise<string> {
  const company = { name, domainName, primaRelatienummer, isProvider, license: newLicense() };
  const companyId = await insertRow(tx, seeder, 'companies', company);
  for (const moduleId of moduleIds) {
    const row = { company_id: companyId, id: newId(), module_id: moduleId };
    await tx
      .insertInto('company_modules')
      .values({ ...row, created_by: null, deleted_at: null, deleted_by: null })
      .execute();
  }
  for (const { name: label, tag, coupling, codes } of administrations) {
    const known = { kvkNumber: codes?.kvk, vatId: codes?.vatId, iban: codes?.iban };
    await insertRow(tx, seeder, 'administrations', { companyId, name: label, tag, coupling, ...known });
  }
  return companyId;
}

/** A module of the provider; gives its id. */
export function insertModule(
  tx: Tx,
  { code, name }: { readonly code: string; readonly name: string },
): Promise<string> {
  return insertRow(tx, seeder, 'modules', { code, name });
}

/** An active user without permissions of their own; gives the id. */
export function insertUser(
  tx: Tx,
  companyId: string,
  user: { readonly email: string; readonly firstName: string; readonly lastName: string },
): Promise<string> {
  const { email, firstName, lastName } = user;
  return insertRow(tx, seeder, 'users', { companyId, email, firstName, lastName });
}

/** A group of a company, with its permissions and members. */
export async function insertGroup(
  tx: Tx,
  companyId: string,
  group: {
    readonly name: string;
    readonly hasAccessToEverything: boolean;
    readonly permissions: readonly string[];
    readonly userIds: readonly string[];
  },
): Promise<void> {
  const { name, hasAccessToEverything: accessToEverything } = group;
  const id = await insertRow(tx, seeder, 'groups', { companyId, name, accessToEverything });
  await changeLinks(tx, 'group_permissions', ['group_id', id], 'permission', [], group.permissions);
  await changeLinks(tx, 'group_users', ['group_id', id], 'user_id', [], group.userIds);
}

/** A contact person of a customer relation; gives the id. */
export function insertContactPerson(
  tx: Tx,
  companyId: string,
  customerRelationId: string,
  person: {
    readonly firstName: string;
    readonly lastName: string;
    readonly function: string;
    readonly email: string;
  },
): Promise<string> {
  const { firstName, lastName, function: role, email } = person;
  const values = { companyId, customerRelationId, firstName, lastName, function: role, email };
  return insertRow(tx, seeder, 'contact_persons', values);
}

/** A customer relation of a company; gives its id. */
export function insertRelation(
  tx: Tx,
  companyId: string,
  relation: {
    readonly tag: string;
    readonly name: string;
    readonly street: string;
    readonly zipCode: string;
    readonly city: string;
    readonly email: string;
    readonly phone: string;
  },
): Promise<string> {
  const { tag, name, street, zipCode, city, email, phone } = relation;
  const values = { companyId, tag, name, street, zipCode, city, email, phone };
  return insertRow(tx, seeder, 'customer_relations', values);
}
