import { randomInt } from 'node:crypto';
import { setPassword } from '#server/features/identity/index.ts';
import { insertCompany, insertGroup, insertModule, insertUser } from '#server/features/core/index.ts';
import type { Services } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { demoInvoices } from './invoices.ts';
import { demoCompanies, type DemoCompany, moduleNames } from './people.ts';

/** Whether the database holds nobody yet, so that demo data may be loaded. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('companies').select('id').limit(1).executeTakeFirst()) === undefined;
}

/**
 * Loads the demo company world: people in one transaction, then supplier invoices that go through the same intake
 * and recognition as any upload. All logins have the one given password.
 */
export async function loadDemo(services: Services, password: string, say: (text: string) => void): Promise<void> {
  const userIds = new Map<string, string>();
  const companyIds = new Map<string, string>();
  await services.db.transaction().execute(async (tx) => {
    const moduleIds = new Map<string, string>();
    for (const [code, name] of Object.entries(moduleNames)) moduleIds.set(code, await insertModule(tx, { code, name }));
    for (const company of demoCompanies) {
      companyIds.set(company.key, await loadCompany(tx, company, moduleIds, userIds));
    }
  });
  for (const userId of userIds.values()) await setPassword(services.db, userId, password, { mustChange: false });
  const companyId = companyIds.get('fm');
  const userId = userIds.get('fm@balie.example');
  if (companyId !== undefined && userId !== undefined) await demoInvoices(services, { companyId, userId }, say);
}

async function loadCompany(
  tx: Tx,
  company: DemoCompany,
  moduleIds: ReadonlyMap<string, string>,
  userIds: Map<string, string>,
): Promise<string> {
  const companyId = await insertCompany(tx, {
    ...company,
    isProvider: company.key === 'provider',
    moduleIds: company.modules.flatMap((code) => moduleIds.get(code) ?? []),
  });
  const members = new Map<string, string[]>();
  for (const user of company.users) {
    const userId = await insertUser(tx, companyId, user);
    userIds.set(user.email, userId);
    members.set(user.group, [...(members.get(user.group) ?? []), userId]);
  }
  for (const { name, permissions } of company.groups) {
    const hasEverything = permissions === 'everything';
    await insertGroup(tx, companyId, {
      name,
      hasAccessToEverything: hasEverything,
      permissions: hasEverything ? [] : permissions,
      userIds: members.get(name) ?? [],
    });
  }
  return companyId;
}

const letters = 'abcdefghjkmnpqrstuvwxyz';
const capitals = 'ABCDEFGHJKMNPQRSTUVWXYZ';
const digits = '23456789';

/** A password that people can type over from a terminal: without letters that look alike. */
export function newPassword(): string {
  const pick = (set: string, count: number) => Array.from({ length: count }, () => set[randomInt(set.length)]).join('');
  return `${pick(capitals, 1)}${pick(letters, 5)}-${pick(letters, 4)}-${pick(digits, 4)}`;
}
