import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { unseal } from '#server/platform/auth/seal.ts';
import type { CallOut } from '#server/platform/http/call-out.ts';
import type { Account } from '../directory.ts';
import { OidcState } from '../provider/oidc-state.repository.ts';
import type { SignInDeps } from '../sign-in/sign-in.service.ts';
import { providerPath, type Site } from '../sites.ts';
import * as repository from './directories.repository.ts';
import {
  type AskedProof,
  authorizationUrl,
  DirectoryFailure,
  type DirectoryPerson,
  discover,
  redeemCode,
} from './openid.ts';

/** What signing in at a company's own directory works with. */
export interface DirectoryDeps extends Pick<SignInDeps, 'db' | 'directory' | 'now'> {
  readonly secretKey: Uint8Array;
  readonly callOut: CallOut;
}

/** Where directories send people back to, on each host. */
export const directoryCallback = `${providerPath}/directory/callback`;
/** What the secret of a client is sealed for. */
export const directoryPurpose = 'identity provider';

/** How long somebody may take at the directory, and what came of it is kept. */
export const withinSeconds = 900;

// Ties the way back to the browser that went: nobody brings their own sign-in to somebody else's page.
const cookieName = 'balie_directory';
const journeys = (deps: Pick<DirectoryDeps, 'db'>) => new OidcState(deps.db, 'DirectoryJourney');
const storedJourney = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  /** The page of sign-in that goes on; empty where somebody who is signed in proves that they are there. */
  interaction: z.string(),
  stepUp: z
    .object({ userId: z.string(), sessionId: z.string(), begunAt: z.number() })
    .nullable()
    .default(null),
  companyId: z.string(),
  cookieHash: z.string(),
});
/** Somebody on their way to the directory and back. */
export type StoredJourney = z.output<typeof storedJourney>;

/** Where a browser goes, and the cookie that it keeps to be known when it comes back. */
export interface BegunJourney {
  readonly url: string;
  readonly cookie: string;
}

/** What somebody goes to the directory for. */
interface Asked {
  readonly site: Site;
  readonly loginHint: string;
  readonly proof: AskedProof;
  readonly interaction?: string;
  readonly stepUp?: NonNullable<StoredJourney['stepUp']>;
}

/**
 * Sends somebody to a directory.
 *
 * @throws DirectoryFailure when the directory does not answer
 */
export async function beginJourney(
  deps: DirectoryDeps,
  own: repository.CompanyDirectory,
  { site, loginHint, proof, interaction = '', stepUp }: Asked,
): Promise<BegunJourney> {
  const directory = await discover(deps.callOut, own.issuer);
  const cookie = newSecret();
  const journey = {
    state: newSecret(),
    nonce: newSecret(),
    verifier: newSecret(),
    redirectUri: `${site.origin}${directoryCallback}`,
    interaction,
    stepUp: stepUp ?? null,
    companyId: own.companyId,
    cookieHash: hashOf(cookie),
  };
  await journeys(deps).upsert(journey.state, journey, withinSeconds);
  const secure = site.origin.startsWith('https:') ? '; Secure' : '';
  return {
    url: authorizationUrl(directory, own.clientId, journey, loginHint, proof),
    cookie: `${cookieName}=${cookie}; Path=${directoryCallback}; Max-Age=${withinSeconds}; HttpOnly; SameSite=Lax${secure}`,
  };
}

const answered = z.object({
  state: z.string().min(1).max(200),
  code: z.string().min(1).max(4000).optional(),
  iss: z.string().optional(),
});
/** What a directory answered by way of the browser. */
export type DirectoryAnswer = z.output<typeof answered>;

/** The journey that an answer belongs to, once, and in the browser that went; null where there is none. */
export async function takeJourney(
  deps: Pick<DirectoryDeps, 'db'>,
  query: unknown,
  cookies: string,
): Promise<{ readonly journey: StoredJourney; readonly given: DirectoryAnswer } | null> {
  const given = answered.safeParse(query);
  const taken = given.success ? await journeys(deps).take(given.data.state) : undefined;
  if (!given.success || !taken) return null;
  const journey = storedJourney.parse(taken);
  const cookie = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]+)`).exec(cookies)?.[1];
  if (cookie === undefined || !isSame(hashOf(cookie), journey.cookieHash)) return null;
  return { journey, given: given.data };
}

/**
 * Who the directory says it is, and the user that they are here; null for nobody of its company.
 *
 * @throws DirectoryFailure
 */
export async function personOf(
  deps: DirectoryDeps,
  journey: StoredJourney,
  { code, iss }: DirectoryAnswer,
): Promise<{
  readonly own: repository.CompanyDirectory;
  readonly person: DirectoryPerson;
  readonly account: Account | null;
}> {
  const own = await repository.findDirectoryOfCompany(deps.db, journey.companyId);
  const secret = own && unseal(deps.secretKey, directoryPurpose, own.secretEncrypted);
  if (!own || !secret) throw new DirectoryFailure('the company uses no directory any more');
  // RFC 9207: the answer of another issuer is not taken.
  if (iss !== undefined && iss !== own.issuer) throw new DirectoryFailure('another issuer answered');
  if (code === undefined) throw new DirectoryFailure('the directory gave no code');
  const directory = await discover(deps.callOut, own.issuer);
  const person = await redeemCode(deps.callOut, directory, { id: own.clientId, secret }, journey, code);
  return { own, person, account: await accountOf(deps, own, person) };
}

/** Whether a directory says that somebody showed a second factor there: by `acr` where the company names values, or `amr`. */
export function hasShownFactor(
  { acrValues }: Pick<repository.CompanyDirectory, 'acrValues'>,
  { acr, amr }: Pick<DirectoryPerson, 'acr' | 'amr'>,
): boolean {
  return acrValues.length > 0 ? acr !== undefined && acrValues.includes(acr) : amr?.includes('mfa') === true;
}

/** The domain of an address, in lower case; the empty text where there is none. */
export function domainOf(email: string): string {
  return email.trim().toLowerCase().split('@')[1] ?? '';
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
