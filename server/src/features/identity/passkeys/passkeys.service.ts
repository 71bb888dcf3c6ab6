import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type {
  MadePasskey,
  PasskeyCreation,
  PasskeyRequest,
  ShownPasskey,
} from '#contract/identity/security.ts';
import type { Db } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { type Account, fullName } from '../directory.ts';
import { OidcState } from '../provider/oidc-state.repository.ts';
import type { Site, SiteOptions } from '../sites.ts';
import * as repository from './passkeys.repository.ts';
import { passkeyHosts } from './passkeys.rules.ts';

/** What passkeys work with. */
export interface PasskeyDeps {
  readonly db: Db;
  readonly now: () => Date;
  readonly sites: SiteOptions;
}

/** What came of a passkey that was shown; `cloned`: its counter went back. */
export type PasskeyOutcome =
  | { readonly kind: 'ok'; readonly userId: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'wrong' | 'cloned'; readonly userId: string };

const withinSeconds = 300;
const timeout = withinSeconds * 1000;
// EdDSA, ES256, RS256: what the library verifies, the best first.
const algorithms = [-8, -7, -257];
const challenges = (db: Db) => new OidcState(db, 'PasskeyChallenge');
const stored = z.object({ userId: z.string(), purpose: z.enum(['make', 'show']) });

const answered = z.object({ challenge: z.base64url().min(1) });

/** The library is large, and most sign-ins have no passkey. */
const library = () => import('@simplewebauthn/server');

/** What a browser is asked for, to make a passkey. */
export async function beginPasskey(
  { db, sites }: PasskeyDeps,
  site: Site,
  account: Account,
  asked: { readonly related: boolean },
): Promise<PasskeyCreation> {
  const { own, related } = passkeyHosts(site, sites);
  return {
    challenge: await newChallenge(db, account.userId, 'make'),
    rp: { id: (asked.related ? related : null) ?? own, name: 'Balie' },
    user: { id: handleOf(account.userId), name: account.email, displayName: fullName(account) },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout,
    excludeCredentials: (await repository.listPasskeys(db, account.userId)).map(descriptorOf),
    // With a PIN, a finger or a face, so that it counts as two factors; and found without an address being typed.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  };
}

/** The passkey that a browser made, to be kept; null where it does not fit what was asked. */
export async function readPasskey(
  { db, now, sites }: PasskeyDeps,
  site: Site,
  userId: string,
  { name, passkey }: { readonly name: string; readonly passkey: MadePasskey },
): Promise<repository.StoredPasskey | null> {
  const { clientDataJSON, attestationObject, transports = [] } = passkey.response;
  const expectedChallenge = await takeChallenge(db, clientDataJSON, userId, 'make');
  if (expectedChallenge === null) return null;
  const { verifyRegistrationResponse } = await library();
  const verified = await orNull(
    verifyRegistrationResponse({
      response: { ...credentialOf(passkey), response: { clientDataJSON, attestationObject } },
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: hostsOf(site, sites),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!verified?.verified) return null;
  const { credential, rpID } = verified.registrationInfo;
  return {
    id: newId(),
    credentialId: credential.id,
    userId,
    name,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
    rpId: rpID ?? passkeyHosts(site, sites).own,
    createdAt: now().toISOString(),
    lastUsedAt: null,
  };
}

/** What a browser is asked for, to show one of these passkeys; null where none of them works here. */
export async function askPasskey(
  { db, sites }: PasskeyDeps,
  site: Site,
  userId: string,
  asked: { readonly related: boolean },
): Promise<PasskeyRequest | null> {
  const { own, related } = passkeyHosts(site, sites);
  const all = await repository.listPasskeys(db, userId);
  const hosts = asked.related && related !== null ? [related, own] : [own];
  const rpId = hosts.find((host) => all.some((one) => one.rpId === host));
  if (rpId === undefined) return null;
  return {
    challenge: await newChallenge(db, userId, 'show'),
    rpId,
    timeout,
    allowCredentials: all.filter((one) => one.rpId === rpId).map(descriptorOf),
    userVerification: 'required',
  };
}

/** Checks a passkey that was asked for by `askPasskey`; each challenge counts once. */
export async function checkAskedPasskey(
  deps: PasskeyDeps,
  site: Site,
  userId: string,
  shown: ShownPasskey,
): Promise<PasskeyOutcome> {
  const challenge = await takeChallenge(deps.db, shown.response.clientDataJSON, userId, 'show');
  if (challenge === null) return { kind: 'wrong', userId };
  const outcome = await checkPasskey(deps, site, shown, challenge);
  return outcome.kind === 'unknown' || outcome.userId === userId ? outcome : { kind: 'unknown' };
}

/**
 * Checks a passkey that a browser showed on a site.
 *
 * @param challenge the one that we gave to this browser
 */
export async function checkPasskey(
  { db, now, sites }: PasskeyDeps,
  site: Site,
  shown: ShownPasskey,
  challenge: string,
): Promise<PasskeyOutcome> {
  const { clientDataJSON, authenticatorData, signature, userHandle } = shown.response;
  const passkey = await repository.findPasskey(db, shown.id);
  if (!passkey || (userHandle !== undefined && userHandle !== handleOf(passkey.userId)))
    return { kind: 'unknown' };
  const { userId } = passkey;
  const { verifyAuthenticationResponse } = await library();
  const verified = await orNull(
    verifyAuthenticationResponse({
      response: {
        ...credentialOf(shown),
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: hostsOf(site, sites),
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        // The library refuses a counter that stays the same too; ours is compared where it is stored.
        counter: 0,
      },
    }),
  );
  if (!verified?.verified) return { kind: 'wrong', userId };
  const isForward = await repository.noteUse(db, passkey.id, verified.authenticationInfo.newCounter, now());
  return { kind: isForward ? 'ok' : 'cloned', userId };
}

const hostsOf = (site: Site, sites: SiteOptions): string[] => {
  const { own, related } = passkeyHosts(site, sites);
  return related === null ? [own] : [own, related];
};

// What the person's authenticator keeps of them: an id that says nothing.
function handleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

function descriptorOf({ credentialId, transports }: repository.StoredPasskey) {
  return { id: credentialId, type: 'public-key' as const, transports };
}

async function newChallenge(db: Db, userId: string, purpose: 'make' | 'show'): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await challenges(db).upsert(challenge, { userId, purpose }, withinSeconds);
  return challenge;
}

// The challenge that a browser answered, if we gave it for this; it counts once.
async function takeChallenge(
  db: Db,
  clientDataJSON: string,
  userId: string,
  purpose: 'make' | 'show',
): Promise<string | null> {
  const challenge = challengeOf(clientDataJSON);
  const taken = challenge === null ? undefined : await challenges(db).take(challenge);
  if (!taken) return null;
  const asked = stored.parse(taken);
  return asked.userId === userId && asked.purpose === purpose ? challenge : null;
}

function challengeOf(clientDataJSON: string): string | null {
  try {
    return answered.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())).challenge;
  } catch {
    return null;
  }
}

function credentialOf({ id, rawId, type }: ShownPasskey | MadePasskey) {
  return { id, rawId, type, clientExtensionResults: {} };
}

// The library throws for whatever does not fit.
async function orNull<T>(verifying: Promise<T>): Promise<T | null> {
  try {
    return await verifying;
  } catch {
    return null;
  }
}
