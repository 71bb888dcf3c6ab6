import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { setPassword } from '#server/features/identity/index.ts';
import { insertCompany, insertGroup, insertModule, insertUser } from '#server/features/core/index.ts';
import type { Services } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { advisoryLocks, lockKey } from '#server/platform/locks.ts';
import { StartProblem } from '#server/platform/start-problem.ts';
import { demoBilling } from './billing.ts';
import { demoCarpets } from './carpets.ts';
import { demoInvoices } from './invoices.ts';
import { demoReleases } from './releases.ts';
import { demoWorkOrders } from './workorders.ts';
import { demoCompanies, type DemoCompany, demoLogins, moduleNames } from './people.ts';
import './demo.tables.ts';

/** A part of the demo. It commits in steps, and leaves alone what an earlier start that was cut off has left of it. */
interface DemoPart {
  /** As recorded in `demo_parts`. */
  readonly name: string;
  add(services: Services, say: (text: string) => void): Promise<void>;
}

/** What comes on top of the people, in order. */
const parts: readonly DemoPart[] = [
  { name: 'carpets', add: demoCarpets },
  { name: 'workorders', add: demoWorkOrders },
  { name: 'releases', add: demoReleases },
  { name: 'billing', add: demoBilling },
  { name: 'invoices', add: demoInvoices },
];

/**
 * Adds the demo to a database without companies, once: the parts of it are recorded with the people, and a later start
 * adds only recorded parts that a cut off start had not reached. Any other database is left as it is, also one whose
 * demo was made by an earlier version (decision 0071). All logins have the one password. What fails is said in one
 * sentence and does not keep the product from starting.
 */
export async function loadDemo(
  services: Services,
  password: () => Promise<string>,
  say: (text: string) => void,
): Promise<void> {
  // Of two processes that start on one database the second finds the work done.
  await services.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${lockKey(advisoryLocks.demo)})`.execute(connection);
    try {
      await loadOnce(services, password, say);
    } finally {
      await sql`select pg_advisory_unlock(${lockKey(advisoryLocks.demo)})`.execute(connection);
    }
  });
}

async function loadOnce(
  services: Services,
  password: () => Promise<string>,
  say: (text: string) => void,
): Promise<void> {
  const { db, now } = services;
  if (await isEmpty(db)) {
    say('Loading the demo companies …');
    const chosen = await password();
    const isDone = await sayFailure(say, 'people', () =>
      db.transaction().execute(async (tx) => {
        await loadPeople(tx, chosen);
        await tx
          .insertInto('demo_parts')
          .values(parts.map(({ name }) => ({ name, added_at: null })))
          .execute();
      }),
    );
    if (!isDone) return;
  }
  const waiting = await db.selectFrom('demo_parts').where('added_at', 'is', null).select('name').execute();
  for (const { name, add } of parts) {
    if (!waiting.some((part) => part.name === name)) continue;
    const isDone = await sayFailure(say, name, () => add(services, say));
    if (isDone)
      await db
        .updateTable('demo_parts')
        .set({ added_at: now().toISOString() })
        .where('name', '=', name)
        .execute();
  }
}

/** Whether demo people can sign in to this database. */
export async function hasDemoPeople(db: Db): Promise<boolean> {
  const emails = demoLogins.map(({ email }) => email);
  const person = await db
    .selectFrom('users')
    .where('email', 'in', emails)
    .where('deleted_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return person !== undefined;
}

async function sayFailure(
  say: (text: string) => void,
  part: string,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(new StartProblem('demo-incomplete', { part, why }, error).sentence());
    return false;
  }
}

async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('companies').select('id').limit(1).executeTakeFirst()) === undefined;
}

async function loadPeople(tx: Tx, password: string): Promise<void> {
  const moduleIds = new Map<string, string>();
  for (const [code, name] of Object.entries(moduleNames))
    moduleIds.set(code, await insertModule(tx, { code, name }));
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
  const pick = (set: string, count: number) =>
    Array.from({ length: count }, () => set[randomInt(set.length)]).join('');
  return `${pick(capitals, 1)}${pick(letters, 5)}-${pick(letters, 4)}-${pick(digits, 4)}`;
}
