import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { ShownPasskey } from '#contract/identity/security.ts';
import type { Db } from '#server/platform/db/database.ts';
import { recordFactorChange } from '../devices/factor-changes.ts';
import type { NotifySecurity, SecurityNotice } from '../devices/security-mail.job.ts';
import { type Account, mayEnter } from '../directory.ts';
import { factorPage, setUpFactorPage } from '../pages/factor-pages.ts';
import type { PageFrame } from '../pages/page.ts';
import type { PasskeyAsk } from '../pages/passkey-form.ts';
import { listPasskeys } from '../passkeys/passkeys.repository.ts';
import { passkeyMethods } from '../passkeys/passkeys.rules.ts';
import { checkPasskey } from '../passkeys/passkeys.service.ts';
import type { Site, SiteOptions } from '../sites.ts';
import { accountIdOf } from '../provider/provider.ts';
import { OidcState } from '../provider/oidc-state.repository.ts';
import { hasSecondFactor, hasTotp } from '../second-factor/second-factor.repository.ts';
import {
  beginTotp,
  checkFactor,
  makeRecoveryCodes,
  mustHaveFactor,
  pendingTotp,
} from '../second-factor/second-factor.service.ts';
import { totpUri } from '../second-factor/totp.rules.ts';
import { sendPage } from './sign-in.frame.ts';
import { type Origin, recordSignInEvent } from './sign-in-events.repository.ts';
import type { SignInDeps } from './sign-in.service.ts';

type Deps = SignInDeps & {
  readonly secretKey: Uint8Array;
  readonly sites: SiteOptions;
  readonly notifySecurity: NotifySecurity | null;
};

/** A passkey that was shown on the page of a step. */
interface ShownAt {
  readonly shown: ShownPasskey;
  readonly site: Site;
  readonly challenge: string;
}

const stages = ['code', 'set-up', 'codes'] as const;
const ways = ['pwd', 'dir'] as const;
const stored = z.object({
  accountId: z.string(),
  stage: z.enum(stages),
  // Absent in one of the version before.
  by: z.enum(ways).default('pwd'),
});

/** Where somebody is who has shown their password, or came by a directory, and has not yet shown a second factor. */
export interface FactorStep {
  readonly account: Account;
  /** A password, or the directory of their company. */
  readonly by: (typeof ways)[number];
  /** `code`: it is asked for; `set-up`: an app has to be added first; `codes`: the recovery codes were shown. */
  readonly stage: (typeof stages)[number];
}

/** What came of what was typed. */
export type FactorNext =
  | { readonly kind: 'done'; readonly methods: readonly string[] }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'wrong'; readonly why: 'codeWrong' | 'passkeyWrong' | 'passkeyCloned' }
  | { readonly kind: 'locked'; readonly until: number };

// A quarter of an hour, on this page only, as for a password that has to be changed.
const withinSeconds = 900;
const steps = (db: Db) => new OidcState(db, 'SecondFactor');

/** Asks for a second factor after a password, where the person has one or has to; false where none is asked for. */
export async function beginFactor(
  deps: Deps,
  uid: string,
  account: Account,
  by: FactorStep['by'] = 'pwd',
): Promise<boolean> {
  const hasOne = await hasSecondFactor(deps.db, account.userId);
  if (!hasOne && !mustHaveFactor(account, deps.now())) return false;
  if (!hasOne) await beginTotp(deps, account.userId);
  await remember(deps.db, uid, { account, by, stage: hasOne ? 'code' : 'set-up' });
  return true;
}

/** The step that an interaction waits at; null where it waits for none. */
export async function factorStepOf(deps: Deps, uid: string): Promise<FactorStep | null> {
  const found = await steps(deps.db).find(uid);
  if (!found) return null;
  const { accountId, stage, by } = stored.parse(found);
  const account = await deps.directory.findById(accountId.split('.')[0] ?? '');
  return account && mayEnter(account) && accountIdOf(account) === accountId ? { account, stage, by } : null;
}

/** The page of a step. */
export async function showFactor(
  deps: Deps,
  at: { readonly reply: FastifyReply; readonly frame: PageFrame; readonly ask: PasskeyAsk },
  { account, stage }: FactorStep,
  error: string | null = null,
): Promise<FastifyReply> {
  const { reply, frame, ask } = at;
  const status = error === null ? 200 : 401;
  const secret = stage === 'set-up' ? await pendingTotp(deps, account.userId) : null;
  if (secret === null) {
    const passkeys = await listPasskeys(deps.db, account.userId);
    const hasApp = await hasTotp(deps.db, account.userId);
    const works = passkeys.some(({ rpId }) => rpId === ask.own || rpId === ask.related);
    const passkey = works
      ? { ...ask, credentialIds: passkeys.map(({ credentialId }) => credentialId) }
      : null;
    return sendPage(reply, status, factorPage(frame, { error, hasApp, passkey }));
  }
  const uri = totpUri(secret, { issuer: 'Balie', account: account.email });
  return sendPage(reply, status, setUpFactorPage(frame, { secret, uri, error }));
}

/** Takes what was typed at a step. */
export async function advanceFactor(
  deps: Deps,
  uid: string,
  { account, stage, by }: FactorStep,
  typed: { readonly code: string } | ShownAt,
  where: Pick<SecurityNotice, 'variant' | 'language'> & { readonly from: Origin },
): Promise<FactorNext> {
  const finished = async (...methods: readonly string[]): Promise<FactorNext> => {
    await steps(deps.db).destroy(uid);
    return { kind: 'done', methods: [by, ...methods] };
  };
  if (stage === 'codes') return finished('otp', 'mfa');
  const refused = () =>
    recordSignInEvent(deps.db, { user: account, kind: 'factor-failed', at: deps.now(), from: where.from });
  if ('shown' in typed) {
    const shown = await checkPasskey(deps, typed.site, typed.shown, typed.challenge);
    const isTheirs = shown.kind !== 'unknown' && shown.userId === account.userId;
    if (isTheirs && shown.kind === 'ok' && stage === 'code') return finished(...passkeyMethods);
    await refused();
    return { kind: 'wrong', why: isTheirs && shown.kind === 'cloned' ? 'passkeyCloned' : 'passkeyWrong' };
  }
  const outcome = await checkFactor(deps, account.userId, typed.code);
  if (outcome.kind !== 'ok') {
    await refused();
    return outcome.kind === 'wrong' ? { kind: 'wrong', why: 'codeWrong' } : outcome;
  }
  if (stage === 'code') return finished(outcome.method, 'mfa');
  await recordFactorChange(deps, account, 'app-added', where);
  const codes = await makeRecoveryCodes(deps, account.userId);
  await remember(deps.db, uid, { account, by, stage: 'codes' });
  return { kind: 'codes', codes };
}

async function remember(db: Db, uid: string, { account, ...step }: FactorStep): Promise<void> {
  await steps(db).upsert(uid, { accountId: accountIdOf(account), ...step }, withinSeconds);
}
