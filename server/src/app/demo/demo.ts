import { randomInt } from 'node:crypto';
import { setPassword } from '#server/features/identity/index.ts';
import { findPerson, insertCompany, insertGroup, insertModule, insertUser } from '#server/features/core/index.ts';
import type { Services } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { demoBilling } from './billing.ts';
import { demoCarpets } from './carpets.ts';
import { demoInvoices } from './invoices.ts';
import { demoReleases } from './releases.ts';
import { demoWorkOrders } from './workorders.ts';
import { demoCompanies, type DemoCompany, demoUploader, moduleNames } from './people.ts';

/**
 * Loads the demo world into an empty database: people in one transaction, then supplier invoices that go through
 * the same intake and recognition as any upload. All logins have the one given password. A start that was cut off
 * in between is completed by the next one.
 */
export async function loadDemo(services: Services, password: string, say: (text: string) => void): Promise<void> {
  const { db } = services;
  if (await isEmpty(db)) {
    say('Loading the demo companies …');
    await db.transaction().execute((tx) => loadPeople(tx, password));
  }
  await demoCarpets(services, say);
  await demoWorkOrders(services, say);
  await demoReleases(services, say);
  await demoBilling(services, say);
  const person = await findPerson(db, { email: demoUploader });
  // Those behind a bill were sent in by nobody.
  const document = await db.selectFrom('documents').where('created_by', 'is not', null).select('id').limit(1).executeTakeFirst();
  if (person && !document) await demoInvoices(services, person, say);
}

async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('companies').select('id').limit(1).executeTakeFirst()) === undefined;
}

async function loadPeople(tx: Tx, password: string): Promise<void> {
  const moduleIds = new Map<string, string>();
  for (const [code, name] of Object.entries(moduleNames)) moduleIds.set(code, await insertModule(tx, { code, name }));
  for (const company of demoCompanies) await loadCompany(tx, company, moduleIds, password);
}

async function loadCompany(
  tx: Tx,
  company: DemoCompany,
  moduleIds: ReadonlyMap<string, string>,
  password: string,
): Promise<void> {
  const companyId = await insertCompany(tx, {
    ...company,
    isProvider: company.key === 'provider',
    moduleIds: company.modules.flatMap((code) => moduleIds.get(code) ?? []),
  });
  const members = new Map<string, string[]>();
  for (const user of company.users) {
    const userId = await insertUser(tx, companyId, user);
    await setPassword(tx, userId, password, { mustChange: false });
    if (user.group !== undefined) members.set(user.group, [...(members.get(user.group) ?? []), userId]);
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
}

const letters = 'abcdefghjkmnpqrstuvwxyz';
const capitals = 'ABCDEFGHJKMNPQRSTUVWXYZ';
const digits = '23456789';

/** A password that people can type over from a terminal: without letters that look alike. */
export function newPassword(): string {
  const pick = (set: string, count: number) => Array.from({ length: count }, () => set[randomInt(set.length)]).join('');
  return `${pick(capitals, 1)}${pick(letters, 5)}-${pick(letters, 4)}-${pick(digits, 4)}`;
}
