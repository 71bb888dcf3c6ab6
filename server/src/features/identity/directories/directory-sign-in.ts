import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { unseal } from '#server/platform/auth/seal.ts';
import type { CallOut } from '#server/platform/http/call-out.ts';
import { type Account, mayEnter } from '../directory.ts';
import { OidcState } from '../provider/oidc-state.repository.ts';
import { type Origin, recordSignInEvent } from '../sign-in/sign-in-events.repository.ts';
import type { SignInDeps } from '../sign-in/sign-in.service.ts';
import { providerPath, type Site, type SiteOptions } from '../sites.ts';
import * as repository from './directories.repository.ts';
import { authorizationUrl, DirectoryFailure, type DirectoryPerson, discover, redeemCode } from './openid.ts';

/** What signing in at a company's own directory works with. */
export interface DirectoryDeps extends SignInDeps {
  readonly secretKey: Uint8Array;
  readonly callOut: CallOut;
}

/** Where directories send people back to, on each host. */
export const directoryCallback = `${providerPath}/directory/callback`;
/** Ties the way back to the browser that went: nobody brings their own sign-in to somebody else's page. */
export const directoryCookie = 'balie_directory';
/** What the secret of a client is sealed for. */
export const directoryPurpose = 'identity provider';

/** All addresses that a directory may send people back to. */
export function directoryRedirectUris(sites: SiteOptions): string[] {
  return sites.allSites().map(({ origin }) => `${origin}${directoryCallback}`);
}

const withinSeconds = 900;
const journeys = (deps: DirectoryDeps) => new OidcState(deps.db, 'DirectoryJourney');
const results = (deps: DirectoryDeps) => new OidcState(deps.db, 'DirectoryResult');
const storedJourney = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  interaction: z.string(),
  companyId: z.string(),
  cookieHash: z.string(),
});
const why = ['failed', 'unknown', 'user-inactive', 'company-inactive'] as const;
const storedResult = z.object({
  userId: z.string().nullable(),
  methods: z.array(z.string()),
  why: z.enum(why).nullable(),
});

/** What came of signing in at a directory. */
export type DirectoryOutcome =
  | { readonly kind: 'in'; readonly account: Account; readonly methods: readonly string[] }
  | { readonly kind: (typeof why)[number] };

/** Where a browser goes, and what it keeps to be known when it comes back. */
export interface BegunJourney {
  readonly url: string;
  readonly cookie: string;
}

/** The domain of an address, in lower case; the empty text where there is none. */
export function domainOf(email: string): string {
  return email.trim().toLowerCase().split('@')[1] ?? '';
}

/**
 * Sends somebody to the directory of their company, if its domain has one. Only the domain is looked at, so the answer
 * is the same whether or not the address is somebody's.
 *
 * @throws DirectoryFailure when the directory does not answer
 */
export async function beginAtDirectory(
  deps: DirectoryDeps,
  asked: { readonly email: string; readonly site: Site; readonly interaction: string },
): Promise<BegunJourney | null> {
  const own = await repository.findDirectoryOfDomain(deps.db, domainOf(asked.email));
  if (!own) return null;
  const directory = await discover(deps.callOut, own.issuer);
  const cookie = newSecret();
  const journey = {
    state: newSecret(),
    nonce: newSecret(),
    verifier: newSecret(),
    redirectUri: `${asked.site.origin}${directoryCallback}`,
    interaction: asked.interaction,
    companyId: own.companyId,
    cookieHash: hashOf(cookie),
  };
  await journeys(deps).upsert(journey.state, journey, withinSeconds);
  return { url: authorizationUrl(directory, own.clientId, journey, asked.email.trim()), cookie };
}

/** Whether the people of a domain sign in at a directory, and by nothing else. */
export async function signsInElsewhere(deps: Pick<DirectoryDeps, 'db'>, email: string): Promise<boolean> {
  return (await repository.findDirectoryOfDomain(deps.db, domainOf(email))) !== undefined;
}

const answered = z.object({
  state: z.string().min(1).max(200),
  code: z.string().min(1).max(4000).optional(),
  iss: z.string().optional(),
});

/**
 * Takes what a directory answers, once, and from the browser that went there; gives the interaction to go on with, or
 * null where the answer belongs to no journey.
 */
export async function finishAtDirectory(
  deps: DirectoryDeps,
  query: unknown,
  cookie: string | undefined,
  from: Origin,
  log: (why: string) => void,
): Promise<string | null> {
  const given = answered.safeParse(query);
  const taken = given.success ? await journeys(deps).take(given.data.state) : undefined;
  if (!given.success || !taken) return null;
  const journey = storedJourney.parse(taken);
  if (cookie === undefined || !isSame(hashOf(cookie), journey.cookieHash)) return null;
  const outcome = await outcomeOf(deps, journey, given.data, from).catch((error: unknown) => {
    if (!(error instanceof DirectoryFailure)) throw error;
    log(error.message);
    return { kind: 'failed' } as const;
  });
  const result =
    outcome.kind === 'in'
      ? { userId: outcome.account.userId, methods: [...outcome.methods], why: null }
      : { userId: null, methods: [], why: outcome.kind };
  await results(deps).upsert(journey.interaction, result, withinSeconds);
  return journey.interaction;
}

/** What a directory said for an interaction, this once; null where it said nothing. */
export async function directoryResultOf(
  deps: DirectoryDeps,
  interaction: string,
): Promise<DirectoryOutcome | null> {
  const taken = await results(deps).take(interaction);
  if (!taken) return null;
  const { userId, methods, why: refused } = storedResult.parse(taken);
  if (refused !== null) return { kind: refused };
  const account = userId === null ? null : await deps.directory.findById(userId);
  return account && mayEnter(account) ? { kind: 'in', account, methods } : { kind: 'unknown' };
}

async function outcomeOf(
  deps: DirectoryDeps,
  journey: z.output<typeof storedJourney>,
  { code, iss }: z.output<typeof answered>,
  from: Origin,
): Promise<DirectoryOutcome> {
  const own = await repository.findDirectoryOfCompany(deps.db, journey.companyId);
  const secret = own && unseal(deps.secretKey, directoryPurpose, own.secretEncrypted);
  if (!own || !secret) throw new DirectoryFailure('the company uses no directory any more');
  // RFC 9207: the answer of another issuer is not taken.
  if (iss !== undefined && iss !== own.issuer) throw new DirectoryFailure('another issuer answered');
  if (code === undefined) throw new DirectoryFailure('the directory gave no code');
  const directory = await discover(deps.callOut, own.issuer);
  const person = await redeemCode(deps.callOut, directory, { id: own.clientId, secret }, journey, code);
  const account = await accountOf(deps, own, person);
  if (!account) return { kind: 'unknown' };
  const isIn = mayEnter(account);
  const kind = isIn ? 'signed-in' : 'failed';
  await recordSignInEvent(deps.db, { user: account, kind, detail: 'directory', at: deps.now(), from });
  if (!account.isCompanyActive) return { kind: 'company-inactive' };
  if (!isIn) return { kind: 'user-inactive' };
  const methods = ['dir', ...(person.amr?.includes('mfa') === true ? ['mfa'] : [])];
  return { kind: 'in', account, methods };
}

// An issuer signs in people of its own company only, whoever it says they are (decision 0139).
async function accountOf(
  { db, directory }: DirectoryDeps,
  own: repository.CompanyDirectory,
  { sub, email, email_verified: isVerified }: DirectoryPerson,
): Promise<Account | null> {
  const ofCompany = (account: Account | null) =>
    account !== null && account.companyId === own.companyId && !account.isProvider ? account : null;
  const bound = await repository.findBound(db, own.issuer, sub);
  if (bound !== undefined) return ofCompany(await directory.findById(bound));
  if (email === undefined || isVerified !== true) return null;
  if (!(await repository.hasProven(db, own.companyId, domainOf(email)))) return null;
  const account = ofCompany(await directory.findByEmail(email));
  if (!account) return null;
  const now = await repository.bind(db, { issuer: own.issuer, subject: sub, user_id: account.userId });
  return now === account.userId ? account : null;
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
