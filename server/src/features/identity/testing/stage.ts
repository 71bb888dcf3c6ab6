import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { createDb, createPool, type Db } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { mountErrors } from '#server/platform/http/errors.ts';
import { mountSchemas } from '#server/platform/http/schemas.ts';
import { callOut } from '#server/platform/http/call-out.ts';
import { createOutbox, type Outbox } from '#server/platform/mail/testing/outbox.ts';
import { createTestDatabase } from '#server/platform/testing/database.ts';
import { setPassword } from '../password/credentials.ts';
import type { Account, AccountDirectory } from '../directory.ts';
import { sendSecurityMail } from '../devices/security-mail.job.ts';
import { sendNewPassword } from '../links/new-password.job.ts';
import { mountSignIn, type SignInOptions } from '../sign-in/sign-in.plugin.ts';
import { createSite, type SiteOptions } from '../sites.ts';

/** The hosts of the tests. */
export const testSites: SiteOptions = {
  allSites: () => [
    createSite('http', 'generic', 'localhost', 80),
    createSite('http', 'fm', 'fm.localhost', 80),
    createSite('http', 'carpetline', 'tapijt.localhost', 80),
  ],
};

export const testPassword = 'Welkom-2026';

/** Sign-in on a database of its own. This area may not look into the one that keeps users, so the stage keeps them. */
export interface Stage {
  readonly db: Db;
  /** The mail that went out. */
  readonly outbox: Outbox;
  readonly options: SignInOptions;
  readonly directory: AccountDirectory;
  /** What `now()` answers, to be moved by tests of waiting. */
  readonly clock: { now: Date };
  /** What the directory of their company said last of the groups of a person. */
  readonly followed: ReadonlyMap<string, readonly string[]>;
  /** A new person with `testPassword`. */
  person(seed?: {
    readonly mustChange?: boolean;
    readonly permissions?: readonly string[];
  }): Promise<Account>;
  /** Changes what the directory says of a person from now on. */
  change(account: Account, to: Partial<Account>): Account;
  /** Another process of the product on the same database. */
  start(options?: Partial<SignInOptions>): Promise<FastifyInstance>;
  close(): Promise<void>;
}

export async function setStage(): Promise<Stage> {
  const database = await createTestDatabase();
  const db = createDb(createPool(database.app));
  const clock = { now: new Date() };
  const outbox = createOutbox();
  const people = new Map<string, Account>();
  const rights = new Map<string, readonly string[]>();
  const followed = new Map<string, readonly string[]>();
  const apps: FastifyInstance[] = [];
  const directory: AccountDirectory = {
    findByEmail: async (email) =>
      [...people.values()].find((one) => one.email === email.toLowerCase()) ?? null,
    findById: async (id) => people.get(id) ?? null,
    async endSessions(_, id) {
      const account = people.get(id);
      if (!account) throw new Error('nobody');
      people.set(id, { ...account, sessionEpoch: account.sessionEpoch + 1 });
      return account.sessionEpoch + 1;
    },
    async saveLanguage(id, language) {
      const account = people.get(id);
      if (account) people.set(id, { ...account, language });
    },
    secondFactorFrom: async (companyId) =>
      [...people.values()].find((one) => one.companyId === companyId)?.secondFactorFrom ?? null,
    async followGroups(id, values) {
      followed.set(id, values);
    },
    permissionsOf: async (id) => rights.get(id) ?? [],
  };
  const options: SignInOptions = {
    ...testSites,
    db,
    directory,
    programs: { exists: async () => false, findSecret: async () => null },
    clientId: 'balie-portal',
    audience: 'balie-api',
    permissionsClaim: 'permissions',
    secretKey: new Uint8Array(32).fill(9),
    now: () => clock.now,
    // As the worker does, but at once.
    requestNewPassword: (request) =>
      sendNewPassword({ db, mail: outbox, now: () => clock.now }, directory, request),
    callOut: callOut({ allowed: ['127.0.0.0/8'] }),
    notifySecurity: (_, notice) =>
      sendSecurityMail({ mail: outbox }, { directory, sites: testSites }, notice),
  };
  return {
    db,
    outbox,
    options,
    directory,
    clock,
    followed,
    async person(seed = {}) {
      const account = await insertPerson(db);
      people.set(account.userId, account);
      rights.set(account.userId, seed.permissions ?? []);
      await setPassword(db, account.userId, testPassword, { mustChange: seed.mustChange ?? false });
      return account;
    },
    change(account, to) {
      const changed = { ...account, ...to };
      people.set(account.userId, changed);
      return changed;
    },
    async start(other = {}) {
      const app = Fastify({ trustProxy: true });
      mountErrors(app);
      mountSchemas(app);
      await mountSignIn(app, { ...options, ...other });
      await app.ready();
      apps.push(app);
      return app;
    },
    async close() {
      for (const app of apps) await app.close();
      await db.destroy();
      await database.drop();
    },
  };
}

// Plain SQL: the tables of people belong to another area, and passwords only point at them.
async function insertPerson(db: Db): Promise<Account> {
  const [userId, companyId] = [newId(), newId()];
  const email = `sanne-${userId.slice(-8)}@balie.example`;
  await sql`insert into companies (id, name, domain_name, license) values (${companyId}, 'Bedrijf', ${companyId}, ${companyId})`.execute(
    db,
  );
  await sql`insert into users (id, company_id, email, first_name, last_name)
    values (${userId}, ${companyId}, ${email}, 'Sanne', 'de Wit')`.execute(db);
  return {
    userId,
    companyId,
    email,
    firstName: 'Sanne',
    lastName: 'de Wit',
    isActive: true,
    isCompanyActive: true,
    isProvider: false,
    sessionEpoch: 1,
    language: null,
    secondFactorFrom: null,
  };
}
