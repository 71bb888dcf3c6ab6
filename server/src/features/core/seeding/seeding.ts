import { randomBytes } from 'node:crypto';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import '../core.tables.ts';
import '../customer-relations/customer-relations.tables.ts';

const audit = { created_by: null, updated_by: null, deleted_at: null, deleted_by: null };

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
export async function insertCompany(tx: Tx, company: SeedCompany): Promise<string> {
  const companyId = newId();
  await tx
    .insertInto('companies')
    .values({
      id: companyId,
      name: company.name,
      domain_name: company.domainName,
      logo_sha256: null,
      prima_relatienummer: company.primaRelatienummer,
      is_active: true,
      is_provider: company.isProvider,
      license: randomBytes(10).toString('hex').toUpperCase(),
      ...audit,
    })
    .execute();
  for (const moduleId of company.moduleIds) {
    const row = {
      company_id: companyId,
      id: newId(),
      module_id: moduleId,
      created_by: null,
      deleted_at: null,
      deleted_by: null,
    };
    await tx.insertInto('company_modules').values(row).execute();
  }
  for (const { name, tag, coupling, codes } of company.administrations) {
    const mail = {
      mail_hostname: '',
      mail_username: '',
      mail_mailbox: 'INBOX',
      mail_is_active: false,
      mail_password_encrypted: null,
    };
    const known = codes ? { kvk_number: codes.kvk, vat_id: codes.vatId, iban: codes.iban } : {};
    const row = {
      company_id: companyId,
      id: newId(),
      name,
      tag,
      coupling,
      modules: [],
      ...known,
      ...mail,
      ...audit,
    };
    await tx.insertInto('administrations').values(row).execute();
  }
  return companyId;
}

/** A module of the provider; gives its id. */
export async function insertModule(
  tx: Tx,
  { code, name }: { readonly code: string; readonly name: string },
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('modules')
    .values({ id, code, name, ...audit })
    .execute();
  return id;
}

/** An active user without permissions of their own; gives the id. */
export async function insertUser(
  tx: Tx,
  companyId: string,
  user: { readonly email: string; readonly firstName: string; readonly lastName: string },
): Promise<string> {
  const id = newId();
  const row = {
    id,
    company_id: companyId,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
  };
  await tx
    .insertInto('users')
    .values({ ...row, is_active: true, modules: [], ...audit })
    .execute();
  return id;
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
  const id = newId();
  const row = {
    id,
    company_id: companyId,
    name: group.name,
    access_to_everything: group.hasAccessToEverything,
  };
  await tx
    .insertInto('groups')
    .values({ ...row, available_for_everyone: false, ...audit })
    .execute();
  if (group.permissions.length > 0) {
    await tx
      .insertInto('group_permissions')
      .values(group.permissions.map((permission) => ({ group_id: id, permission })))
      .execute();
  }
  if (group.userIds.length > 0) {
    await tx
      .insertInto('group_users')
      .values(group.userIds.map((userId) => ({ group_id: id, user_id: userId })))
      .execute();
  }
}

/** Somebody of a customer relation; gives the id. */
export async function insertContactPerson(
  tx: Tx,
  companyId: string,
  relationId: string,
  person: {
    readonly firstName: string;
    readonly lastName: string;
    readonly function: string;
    readonly email: string;
  },
): Promise<string> {
  const id = newId();
  const names = { first_name: person.firstName, last_name: person.lastName, function: person.function };
  const rest = { email: person.email, landline: '', mobile: '', ...audit };
  await tx
    .insertInto('contact_persons')
    .values({ company_id: companyId, id, customer_relation_id: relationId, ...names, ...rest })
    .execute();
  return id;
}

/** A customer relation of a company; gives its id. */
export async function insertRelation(
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
  const { zipCode: zip_code, ...rest } = relation;
  const id = newId();
  const none = { post_box: '', website_url: '', kvk_number: '', vat_id: '', iban: '' };
  await tx
    .insertInto('customer_relations')
    .values({ company_id: companyId, id, zip_code, ...rest, ...none, ...audit })
    .execute();
  return id;
}
