import type { Db } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import '../core.tables.ts';

/** What a test says of a company; the rest is made up, different each time. */
export interface CompanySeed {
  readonly name?: string;
  readonly isProvider?: boolean;
  readonly isActive?: boolean;
  /** Permission prefixes; all of them when not given. */
  readonly modules?: readonly string[];
}

/** What a test says of a user. */
export interface UserSeed {
  /** Permissions given to the user directly. */
  readonly may?: readonly string[];
  /** An existing company; else a new one is made. */
  readonly companyId?: string;
  /** Of the provider's company, which is made when it is not there. */
  readonly isProvider?: boolean;
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly isActive?: boolean;
  readonly modules?: readonly string[];
}

const allModules = ['comceptum', 'carpetline', 'fm', 'fmmodule', 'fmmanagement'];

let made = 0;

const audit = { created_by: null, updated_by: null, deleted_at: null, deleted_by: null };

/** A company with its modules. */
export async function buildCompany(db: Db, seed: CompanySeed = {}): Promise<{ id: string; name: string }> {
  made += 1;
  const id = newId();
  const name = seed.name ?? `Bedrijf ${made}`;
  await db
    .insertInto('companies')
    .values({
      id,
      name,
      domain_name: `bedrijf-${made}-${id.slice(-6)}.example`,
      logo_sha256: null,
      prima_relatienummer: '',
      is_active: seed.isActive ?? true,
      is_provider: seed.isProvider ?? false,
      license: id,
      ...audit,
    })
    .execute();
  for (const code of seed.modules ?? allModules) await giveModule(db, id, code);
  return { id, name };
}

/** A module of the product that is not sold yet; without a code one that stands for nothing. */
export async function buildModule(db: Db, code?: string): Promise<{ id: string }> {
  const id = newId();
  await db
    .insertInto('modules')
    .values({ id, code: code ?? id, name: code ?? id, ...audit })
    .execute();
  return { id };
}

/** A module of the product, and the company's right to it: the id of that right. */
export async function giveModule(
  db: Db,
  companyId: string,
  code: string,
): Promise<{ id: string; moduleId: string }> {
  const present = await db
    .selectFrom('modules')
    .select('id')
    .where('code', '=', code)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const moduleId = present?.id ?? (await buildModule(db, code)).id;
  const had = await db
    .selectFrom('company_modules')
    .select('id')
    .where('company_id', '=', companyId)
    .where('module_id', '=', moduleId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const id = had?.id ?? newId();
  if (!had) {
    const row = {
      company_id: companyId,
      id,
      module_id: moduleId,
      created_by: null,
      deleted_at: null,
      deleted_by: null,
    };
    await db.insertInto('company_modules').values(row).execute();
  }
  return { id, moduleId };
}

/** Makes a user an inspector of a period. */
export async function buildInspector(
  db: Db,
  { companyId, userId }: { readonly companyId: string; readonly userId: string },
  { from = '2026-01-01', to = '2026-12-31', endsOn = '2999-12-31' } = {},
): Promise<void> {
  await db
    .insertInto('inspectors')
    .values({
      company_id: companyId,
      user_id: userId,
      from_day: from,
      to_day: to,
      ends_on: endsOn,
      created_by: null,
    })
    .execute();
}

/** What a test says of a group. */
export interface GroupSeed {
  /** Null or absent: a group of the system. */
  readonly companyId?: string | null;
  readonly name?: string;
  readonly may?: readonly string[];
  readonly userIds?: readonly string[];
  readonly accessToEverything?: boolean;
  readonly availableForEveryOne?: boolean;
}

/** A group with its permissions and members. */
export async function buildGroup(db: Db, seed: GroupSeed = {}): Promise<{ id: string; name: string }> {
  made += 1;
  const id = newId();
  const name = seed.name ?? `Groep ${made}`;
  const flags = {
    access_to_everything: seed.accessToEverything ?? false,
    available_for_everyone: seed.availableForEveryOne ?? false,
  };
  await db
    .insertInto('groups')
    .values({ id, company_id: seed.companyId ?? null, name, ...flags, ...audit })
    .execute();
  const { may = [], userIds = [] } = seed;
  if (may.length > 0)
    await db
      .insertInto('group_permissions')
      .values(may.map((permission) => ({ group_id: id, permission })))
      .execute();
  if (userIds.length > 0)
    await db
      .insertInto('group_users')
      .values(userIds.map((userId) => ({ group_id: id, user_id: userId })))
      .execute();
  return { id, name };
}

/** A user with permissions of their own. */
export async function buildUser(
  db: Db,
  seed: UserSeed = {},
): Promise<{ id: string; companyId: string; email: string }> {
  made += 1;
  const companyId =
    seed.companyId ?? (seed.isProvider ? await providerCompany(db) : (await buildCompany(db)).id);
  const id = newId();
  const email = seed.email ?? `gebruiker-${made}-${id.slice(-6)}@balie.example`;
  await db
    .insertInto('users')
    .values({
      id,
      company_id: companyId,
      email,
      first_name: seed.firstName ?? 'Sanne',
      last_name: seed.lastName ?? `de Wit ${made}`,
      is_active: seed.isActive ?? true,
      modules: [...(seed.modules ?? [])],
      ...audit,
    })
    .execute();
  const may = seed.may ?? [];
  if (may.length > 0)
    await db
      .insertInto('user_permissions')
      .values(may.map((permission) => ({ user_id: id, permission })))
      .execute();
  return { id, companyId, email };
}

/** The provider's own company, made on first use. */
export async function providerCompany(db: Db): Promise<string> {
  const present = await db
    .selectFrom('companies')
    .select('id')
    .where('is_provider', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return present?.id ?? (await buildCompany(db, { name: 'Balie B.V.', isProvider: true })).id;
}

/** An administration of a company. */
export async function buildAdministration(
  db: Db,
  companyId: string,
  name = 'Holding',
): Promise<{ id: string; name: string }> {
  made += 1;
  const id = newId();
  await db
    .insertInto('administrations')
    .values({
      company_id: companyId,
      id,
      name,
      tag: `ADM-${made}`,
      coupling: 'csv',
      mail_hostname: '',
      mail_username: '',
      mail_mailbox: 'INBOX',
      mail_is_active: false,
      mail_password_encrypted: null,
      modules: [],
      ...audit,
    })
    .execute();
  return { id, name };
}
