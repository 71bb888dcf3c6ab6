import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { setPassword } from '../password/credentials.ts';
import { type Account, mayEnter } from '../directory.ts';
import { type Origin, recordSignInEvent } from '../sign-in/sign-in-events.repository.ts';
import {
  type ChangeProblem,
  type NewPassword,
  problemsOf,
  type SignInDeps,
} from '../sign-in/sign-in.service.ts';
import { markInvitationUsed } from './invitations.repository.ts';
import {
  findLink,
  forgetLinks,
  type LinkPurpose,
  saveLink,
  type StoredLink,
  takeLink,
} from './links.repository.ts';

const hour = 3_600_000;
const lifetimeMs: Readonly<Record<LinkPurpose, number>> = { invitation: 7 * 24 * hour, password: hour };

/** A new link: the token is known to whoever gets it, and to nobody else. */
export interface NewLink {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Makes a link for a user; an older one of the same purpose is void from now on. */
export async function createLink(
  db: Db,
  account: Account,
  purpose: LinkPurpose,
  now: Date,
): Promise<NewLink> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + lifetimeMs[purpose]);
  await saveLink(db, {
    userId: account.userId,
    sessionEpoch: account.sessionEpoch,
    purpose,
    tokenHash: hashOf(token),
    createdAt: now,
    expiresAt,
  });
  return { token, expiresAt };
}

/** The account that a link opens, or null when it opens none (any more). Looking uses nothing up. */
export async function openLink(
  deps: SignInDeps,
  purpose: LinkPurpose,
  token: string,
): Promise<Account | null> {
  return accountFor(deps, await findLink(deps.db, purpose, hashOf(token), deps.now()));
}

/** What came of using a link. */
export type Redemption =
  | { readonly kind: 'done' }
  | { readonly kind: 'dead' }
  | { readonly kind: 'wrong'; readonly account: Account; readonly problems: readonly ChangeProblem[] };

/** Sets the password that somebody chose with a link. It is used up, and every session of before ends. */
export async function redeemLink(
  deps: SignInDeps,
  purpose: LinkPurpose,
  token: string,
  input: NewPassword,
  from: Origin,
): Promise<Redemption> {
  const account = await openLink(deps, purpose, token);
  if (!account) return { kind: 'dead' };
  const problems = await problemsOf(deps.db, account.userId, input);
  if (problems.length > 0) return { kind: 'wrong', account, problems };
  return inTransaction(deps.db, async (tx) => {
    const taken = await takeLink(tx, purpose, hashOf(token), deps.now());
    if (!(await accountFor(deps, taken))) return { kind: 'dead' };
    await setPassword(tx, account.userId, input.password, { mustChange: false });
    await deps.directory.endSessions(tx, account.userId);
    await forgetLinks(tx, account.userId);
    await recordSignInEvent(tx, { user: account, kind: 'password-set', at: deps.now(), from });
    if (purpose === 'invitation') await markInvitationUsed(tx, account.userId, deps.now());
    return { kind: 'done' };
  });
}

// Whatever ends the sessions of a user ends his links too: another address, switched off, deleted, another password.
async function accountFor({ directory }: SignInDeps, link: StoredLink | undefined): Promise<Account | null> {
  const account = link ? await directory.findById(link.userId) : null;
  return account && mayEnter(account) && account.sessionEpoch === link?.sessionEpoch ? account : null;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
