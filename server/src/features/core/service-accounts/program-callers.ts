import { type RawBuilder, sql } from 'kysely';
import { dayOfInstant } from '#contract/dates.ts';
import { approvalOfPrograms, isForPrograms } from '#contract/permissions.ts';
import type { ProgramDirectory } from '#server/features/identity/index.ts';
import type { Caller } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { problem } from '#server/platform/http/problem.ts';
import { addressGuardOf } from '#server/platform/mail/addresses.ts';
import { effectivePermissions } from '../rights/rights.rules.ts';
import { hashOfServiceKey } from './service-accounts.rules.ts';
import './service-accounts.tables.ts';

// As long as people are remembered (§A5): what was taken away works that much longer at most.
const freshForMs = 15_000;
const maxCached = 10_000;
const usedEveryMs = 60_000;

/** Loads the service account of a program with its rights, fresh enough (§A5). */
export interface ProgramLoader {
  /**
   * @throws Problem `unauthenticated` for an unknown or ended key, `company-inactive` (§A8), `forbidden` for an address
   * that it may not call from
   */
  byKey(key: string, ip: string): Promise<Caller>;
  /** For an access token: by the account, and by the client secret that it got the token with. */
  bySecret(accountId: string, secretId: string, ip: string): Promise<Caller>;
  /** Forgets what is cached, after a change of rights. */
  forget(): void;
}

interface Account {
  id: string;
  company_id: string;
  company_name: string;
  is_provider: boolean;
  is_company_active: boolean;
  requests_per_minute: number | null;
  is_active: boolean;
  name: string;
  permissions: string[];
  may_approve: boolean;
  administration_ids: string[];
  addresses: string[];
  valid_until: string | null;
  company_modules: string[];
  key_id: string;
  expires_at: string | null;
}

interface Entry {
  readonly account: Account;
  readonly caller: Caller;
  readonly isAllowed: (ip: string) => boolean;
  readonly until: number;
}

export function createProgramLoader(db: Db, now: () => Date): ProgramLoader {
  const cache = new Map<string, Entry>();
  const usedAt = new Map<string, number>();

  async function entryOf(cacheKey: string, find: () => Promise<Account | undefined>): Promise<Entry> {
    const known = cache.get(cacheKey);
    if (known && known.until > now().getTime()) return known;
    const account = await find();
    if (!account) throw problem.unauthenticated();
    const made = {
      account,
      caller: callerOf(account),
      isAllowed: account.addresses.length === 0 ? () => true : addressGuardOf(account.addresses),
      until: now().getTime() + freshForMs,
    };
    if (cache.size >= maxCached) cache.clear();
    cache.set(cacheKey, made);
    return made;
  }

  function admit({ account, caller, isAllowed }: Entry, ip: string): Caller {
    const isEnded = account.expires_at !== null && Date.parse(account.expires_at) <= now().getTime();
    const isOver = account.valid_until !== null && account.valid_until < dayOfInstant(now());
    if (!account.is_active || isEnded || isOver) throw problem.unauthenticated();
    if (!account.is_company_active) throw problem.of('company-inactive', { sentence: 'company-inactive' });
    if (!isAllowed(ip))
      throw problem.of('forbidden', { sentence: 'address-not-allowed', values: { address: ip } });
    return caller;
  }

  // Once a minute and process; another process may have written it meanwhile.
  async function noteUse(keyId: string): Promise<void> {
    const at = now().getTime();
    // Also where the clock was put back since.
    if (Math.abs(at - (usedAt.get(keyId) ?? 0)) < usedEveryMs) return;
    if (usedAt.size >= maxCached) usedAt.clear();
    usedAt.set(keyId, at);
    await db
      .updateTable('service_account_keys')
      .set({ last_used_at: now().toISOString() })
      .where('id', '=', keyId)
      .where((eb) =>
        eb.or([
          eb('last_used_at', 'is', null),
          eb('last_used_at', '<', new Date(at - usedEveryMs).toISOString()),
          eb('last_used_at', '>', new Date(at + usedEveryMs).toISOString()),
        ]),
      )
      .execute();
  }

  async function enter(entry: Entry, ip: string): Promise<Caller> {
    const caller = admit(entry, ip);
    await noteUse(entry.account.key_id);
    return caller;
  }

  return {
    async byKey(key, ip) {
      const hash = hashOfServiceKey(key);
      if (hash === undefined) throw problem.unauthenticated();
      return enter(await entryOf(hash, () => find(db, sql`k.hash = ${hash} and k.kind = 'api-key'`)), ip);
    },
    async bySecret(accountId, secretId, ip) {
      if (!isId(accountId) || !isId(secretId)) throw problem.unauthenticated();
      const which = sql`k.id = ${secretId} and a.id = ${accountId} and k.kind = 'client-secret'`;
      return enter(await entryOf(secretId, () => find(db, which)), ip);
    },
    forget: () => cache.clear(),
  };
}

async function find(db: Db, which: RawBuilder<unknown>): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select a.id, a.company_id, c.name as company_name, c.is_provider, c.is_active as is_company_active,
      c.requests_per_minute, a.is_active,
      a.name, a.permissions, a.may_approve, a.administration_ids::text[] as administration_ids, a.addresses,
      a.valid_until, k.id as key_id, k.expires_at,
      array(select m.code from company_modules cm join modules m on m.id = cm.module_id
        where cm.company_id = a.company_id and cm.deleted_at is null and m.deleted_at is null) as company_modules
    from service_account_keys k join service_accounts a on a.id = k.service_account_id
      join companies c on c.id = a.company_id
    where ${which} and a.deleted_at is null and c.deleted_at is null`.execute(db);
  return rows[0];
}

/** The programs of all companies, as the embedded provider knows its clients: by the id of the account. */
export function programDirectory(db: Db, now: () => Date): ProgramDirectory {
  const secrets = (accountId: string) =>
    db
      .selectFrom('service_account_keys as k')
      .innerJoin('service_accounts as a', 'a.id', 'k.service_account_id')
      .where('a.id', '=', accountId)
      .where('a.deleted_at', 'is', null)
      .where('k.kind', '=', 'client-secret')
      .where((eb) => eb.or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', now().toISOString())]))
      .select('k.id');
  return {
    async exists(clientId) {
      return isId(clientId) && (await secrets(clientId).limit(1).executeTakeFirst()) !== undefined;
    },
    async findSecret(clientId, secret) {
      const hash = hashOfServiceKey(secret);
      if (!isId(clientId) || hash === undefined) return null;
      return (await secrets(clientId).where('k.hash', '=', hash).executeTakeFirst())?.id ?? null;
    },
  };
}

function callerOf(account: Account): Caller {
  const isNarrowed = account.administration_ids.length > 0;
  const permissions = account.permissions.filter((permission) => isForPrograms(permission, { isNarrowed }));
  return {
    userId: account.id,
    companyId: account.company_id,
    companyName: account.company_name,
    isProvider: account.is_provider,
    companyRequestsPerMinute: account.requests_per_minute,
    name: account.name,
    email: '',
    permissions: effectivePermissions({
      permissions: account.may_approve ? [...permissions, approvalOfPrograms] : permissions,
      hasAccessToEverything: false,
      isProvider: account.is_provider,
      companyModules: account.company_modules,
      userModules: [],
    }),
    program: { administrationIds: isNarrowed ? account.administration_ids : null },
  };
}
