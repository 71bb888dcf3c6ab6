import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  factorCode,
  recoveryCodesAnswer,
  recoveryCodesPath,
  securityAnswer,
  securityPath,
  sessionsPath,
  stepUpPath,
  totpAnswer,
  totpConfirmPath,
  totpPath,
} from '#contract/identity/security.ts';
import type { Caller } from '#server/platform/context.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { languageOf } from '#server/platform/http/language.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { type FactorChange, recordFactorChange } from '../devices/factor-changes.ts';
import type { NotifySecurity } from '../devices/security-mail.job.ts';
import { type DirectoryDeps } from '../directories/directory-journeys.ts';
import { mountDirectoryStepUp } from '../directories/directory-step-up.routes.ts';
import type { Account } from '../directory.ts';
import { accountIdOf } from '../provider/provider.ts';
import { listPasskeys } from '../passkeys/passkeys.repository.ts';
import { mountPasskeys } from '../passkeys/passkeys.routes.ts';
import { passkeyView } from '../passkeys/passkeys.rules.ts';
import { siteOfRequest } from '../sign-in/sign-in.frame.ts';
import type { SiteOptions } from '../sites.ts';
import { originOf, recordSignInEvent } from '../sign-in/sign-in-events.repository.ts';
import * as factors from './second-factor.repository.ts';
import {
  beginTotp,
  checkFactor,
  type FactorDeps,
  leaveFactor,
  makeRecoveryCodes,
} from './second-factor.service.ts';
import { endSessionsOf, listSessions, noteSecondFactor } from './sessions.repository.ts';
import { totpUri } from './totp.rules.ts';

/** What the routes about the own sign-in work with. */
export interface SecurityDeps extends FactorDeps, DirectoryDeps {
  readonly sites: SiteOptions;
  readonly notifySecurity: NotifySecurity | null;
  readonly hasOwnSignIn: boolean;
}

const sessionId = z.object({ id: z.string() });

/** What a person sees and changes of their own sign-in; mount where callers are known. */
export function mountSecurity(app: FastifyInstance, deps: SecurityDeps): void {
  const { db, directory, now } = deps;

  async function own(request: FastifyRequest): Promise<{ caller: Caller; account: Account }> {
    const { caller } = request;
    if (!caller) throw problem.unauthenticated();
    if (!deps.hasOwnSignIn) throw problem.of('wrong-state', { sentence: 'sign-in-elsewhere' });
    return { caller, account: orNotFound(await directory.findById(caller.userId)) };
  }

  async function take(request: FastifyRequest, account: Account, typed: string): Promise<void> {
    const outcome = await checkFactor(deps, account.userId, typed);
    if (outcome.kind === 'locked')
      throw problem.of('too-many-requests', {
        retryAfterSeconds: Math.max(1, Math.ceil((outcome.until - now().getTime()) / 1000)),
      });
    if (outcome.kind === 'wrong') {
      await failed(request, account);
      throw problem.validation({ code: ['invalid'] });
    }
  }

  const failed = (request: FastifyRequest, user: Account) =>
    recordSignInEvent(db, { user, kind: 'factor-failed', at: now(), from: originOf(request) });
  const changed = (request: FastifyRequest, account: Account, about: FactorChange) =>
    recordFactorChange(deps, account, about, {
      from: originOf(request),
      variant: siteOfRequest(deps.sites, request).variant,
      language: languageOf(request),
    });

  app.get(
    securityPath,
    {
      config: { summary: 'Get how the caller signs in, and where' },
      schema: { response: { 200: securityAnswer } },
    },
    async (request) => {
      const { caller } = request;
      if (!caller) throw problem.unauthenticated();
      const account = orNotFound(await directory.findById(caller.userId));
      const totp = await factors.findTotp(db, account.userId);
      const site = siteOfRequest(deps.sites, request);
      const sessions = deps.hasOwnSignIn ? await listSessions(db, accountIdOf(account), now()) : [];
      return {
        result: {
          isOurs: deps.hasOwnSignIn,
          totpSince: totp?.confirmedAt ?? null,
          recoveryCodesLeft: await factors.countRecoveryCodes(db, account.userId),
          passkeys: (await listPasskeys(db, account.userId)).map((passkey) =>
            passkeyView(passkey, site, deps.sites),
          ),
          requiredFrom: account.secondFactorFrom,
          sessions: sessions.map(({ methods, id, ...session }) => ({
            ...session,
            id: id ?? '',
            methods: methods ?? [],
            isCurrent: id === caller.sessionId,
          })),
        },
      };
    },
  );

  const begin = {
    summary: 'Begin an app that makes codes',
    secret: true,
    repeatable: 'makes another secret',
  } as const;
  app.post(
    totpPath,
    { config: { ...begin, fresh: true }, schema: { response: { 200: totpAnswer } } },
    async (request, reply) => {
      const { account } = await own(request);
      const secret = await beginTotp(deps, account.userId);
      if (secret === null) throw problem.of('wrong-state', { sentence: 'second-factor-there' });
      reply.header('cache-control', 'no-store');
      return { result: { secret, uri: totpUri(secret, { issuer: 'Balie', account: account.email }) } };
    },
  );

  const codesOnce = { secret: true, repeatable: 'a code counts once' } as const;
  app.post(
    totpConfirmPath,
    {
      config: { summary: 'Confirm the app with a code of it', ...codesOnce },
      schema: { body: factorCode, response: { 200: recoveryCodesAnswer } },
    },
    async (request, reply) => {
      const { caller, account } = await own(request);
      if (await factors.hasTotp(db, account.userId))
        throw problem.of('wrong-state', { sentence: 'second-factor-there' });
      await take(request, account, parseInput(factorCode, request.body).code);
      if (caller.sessionId !== undefined) await noteSecondFactor(db, caller.sessionId, account.userId, now());
      await changed(request, account, 'app-added');
      reply.header('cache-control', 'no-store');
      return { result: { codes: await makeRecoveryCodes(deps, account.userId) } };
    },
  );

  app.delete(
    totpPath,
    {
      config: { summary: 'Remove the app that makes codes', fresh: true },
      schema: { response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { account } = await own(request);
      await inTransaction(db, async (tx) => {
        await factors.removeTotp(tx, account.userId);
        await leaveFactor(tx, account, now());
      });
      await changed(request, account, 'app-removed');
      return reply.code(204).send();
    },
  );

  app.post(
    recoveryCodesPath,
    {
      config: { summary: 'Make new recovery codes', secret: true, repeatable: 'makes others', fresh: true },
      schema: { response: { 200: recoveryCodesAnswer } },
    },
    async (request, reply) => {
      const { account } = await own(request);
      if (!(await factors.hasSecondFactor(db, account.userId)))
        throw problem.of('wrong-state', { sentence: 'second-factor-absent' });
      const codes = await makeRecoveryCodes(deps, account.userId);
      await changed(request, account, 'codes-made');
      reply.header('cache-control', 'no-store');
      return { result: { codes } };
    },
  );

  app.post(
    stepUpPath,
    {
      config: { summary: 'Show a second factor again', ...codesOnce },
      schema: { body: factorCode, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { caller, account } = await own(request);
      await take(request, account, parseInput(factorCode, request.body).code);
      if (caller.sessionId !== undefined) await noteSecondFactor(db, caller.sessionId, account.userId, now());
      return reply.code(204).send();
    },
  );

  mountPasskeys(app, deps, { own, failed, changed });
  mountDirectoryStepUp(app, deps, own);

  app.delete(
    sessionsPath,
    {
      config: { does: 'of other devices', summary: 'End all other sessions of the caller' },
      schema: { response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { caller, account } = await own(request);
      await inTransaction(db, (tx) =>
        endSessionsOf(tx, accountIdOf(account), { except: caller.sessionId ?? '' }),
      );
      return reply.code(204).send();
    },
  );

  app.delete(
    `${sessionsPath}/:id`,
    { config: { summary: 'End a session of the caller' }, schema: { response: { 204: z.null() } } },
    async (request, reply) => {
      const { account } = await own(request);
      const { id } = parseInput(sessionId, request.params);
      const ended = await inTransaction(db, (tx) => endSessionsOf(tx, accountIdOf(account), { only: id }));
      if (ended === 0) throw problem.notFound();
      return reply.code(204).send();
    },
  );
}
