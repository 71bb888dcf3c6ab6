import { z } from 'zod';
import type { VerifiedToken } from '#server/platform/auth/access-token.ts';
import type { Discovered } from '#server/platform/auth/token-keys.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { type Problem, problem } from '#server/platform/http/problem.ts';
import { type AccountDirectory, mayEnter } from '../directory.ts';
import '../identity.tables.ts';

/** Finds the user of a verified token, or null when nobody belongs to it. */
export type ResolveSubject = (verified: VerifiedToken, token: string) => Promise<string | null>;

/** With the embedded provider the subject is the user. */
export const resolveOwnSubject: ResolveSubject = async ({ subject }) => (isId(subject) ? subject : null);

/** What binding a person needs. */
export interface SubjectParts {
  readonly db: Db;
  readonly directory: AccountDirectory;
  readonly discovery: () => Promise<Discovered>;
  readonly fetch?: typeof fetch;
}

/**
 * With an external provider a person is bound by issuer and subject, once, at the first sign-in: to an existing user
 * of the same e-mail, and only if the provider has verified that address. From then on the address says nothing any
 * more, so that whoever gets it at the provider later does not get the account.
 *
 * @throws Problem `account-unknown` with the reason, for whom nobody here belongs to
 */
export function createSubjectResolver(parts: SubjectParts): ResolveSubject {
  // A token that was verified a moment ago is the same object; it is asked about once.
  const known = new WeakMap<VerifiedToken, Promise<string>>();
  return (verified, token) => {
    const present = known.get(verified);
    if (present) return present;
    const finding = findOrBind(parts, verified, token);
    known.set(verified, finding);
    finding.catch(() => known.delete(verified));
    return finding;
  };
}

async function findOrBind(parts: SubjectParts, verified: VerifiedToken, token: string): Promise<string> {
  const { issuer, subject } = verified;
  const bound = await findBound(parts.db, issuer, subject);
  if (bound) return bound;
  const email = await verifiedEmail(parts, verified, token);
  const account = email === null ? null : await parts.directory.findByEmail(email);
  if (email === null) throw unknownAccount('no-address');
  if (!account) throw unknownAccount('no-user');
  if (!mayEnter(account)) throw unknownAccount('inactive');
  await parts.db
    .insertInto('identities')
    .values({ issuer, subject, user_id: account.userId })
    // Bound by another request just now, or the user belongs to another subject already: then that stands.
    .onConflict((on) => on.doNothing())
    .execute();
  const now = await findBound(parts.db, issuer, subject);
  if (!now) throw unknownAccount('of-other');
  return now;
}

/** The provider knows somebody who has no account here, and why not. */
function unknownAccount(reason: 'no-address' | 'no-user' | 'inactive' | 'of-other'): Problem {
  return problem.of('account-unknown', { sentence: `account-${reason}` });
}

async function findBound(db: Db, issuer: string, subject: string): Promise<string | null> {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

const userinfo = z.object({
  sub: z.string(),
  email: z.string().optional(),
  email_verified: z.boolean().optional().catch(undefined),
});

// Access tokens of most providers do not carry the address; then the provider is asked.
async function verifiedEmail(
  parts: SubjectParts,
  verified: VerifiedToken,
  token: string,
): Promise<string | null> {
  if (verified.email !== undefined && verified.emailVerified !== undefined) {
    return verified.emailVerified ? verified.email : null;
  }
  const { userinfo_endpoint: endpoint } = await parts.discovery();
  if (endpoint === undefined) return null;
  const reply = await (parts.fetch ?? fetch)(endpoint, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    signal: AbortSignal.timeout(10_000),
    redirect: 'error',
  });
  if (!reply.ok) return null;
  const claims = userinfo.safeParse(await reply.json());
  // The answer must be about the same person (OpenID Connect Core, 5.3.2).
  if (!claims.success || claims.data.sub !== verified.subject || claims.data.email_verified !== true)
    return null;
  return claims.data.email ?? null;
}
