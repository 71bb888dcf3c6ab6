import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  passkeyAnswer,
  passkeyAsk,
  passkeyBeginPath,
  passkeyCreationAnswer,
  passkeyRename,
  passkeyRequestAnswer,
  passkeysPath,
  passkeyWrite,
  stepUpPasskey,
  stepUpPasskeyAskPath,
  stepUpPasskeyPath,
} from '#contract/identity/security.ts';
import { id } from '#contract/resource.ts';
import type { Caller } from '#server/platform/context.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { problem } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import type { FactorChange } from '../devices/factor-changes.ts';
import type { Account } from '../directory.ts';
import { countRecoveryCodes } from '../second-factor/second-factor.repository.ts';
import { type FactorDeps, leaveFactor, makeRecoveryCodes } from '../second-factor/second-factor.service.ts';
import { noteSecondFactor } from '../second-factor/sessions.repository.ts';
import { relatedOrigins } from './passkeys.rules.ts';
import type { SiteOptions } from '../sites.ts';
import { siteOfRequest } from '../sign-in/sign-in.frame.ts';
import { insertPasskey, removePasskey, renamePasskey } from './passkeys.repository.ts';
import {
  askPasskey,
  beginPasskey,
  checkAskedPasskey,
  type PasskeyDeps,
  readPasskey,
} from './passkeys.service.ts';

/** What the routes take from those of the rest of a person's sign-in. */
interface OwnRoutes {
  own(request: FastifyRequest): Promise<{ caller: Caller; account: Account }>;
  failed(request: FastifyRequest, account: Account): Promise<void>;
  changed(request: FastifyRequest, account: Account, about: FactorChange): Promise<void>;
}

const oneOf = z.object({ id });
const once = { secret: true, repeatable: 'a challenge counts once' } as const;

/** The passkeys of who is signed in, and step-up with one of them. */
export function mountPasskeys(
  app: FastifyInstance,
  deps: FactorDeps & PasskeyDeps,
  { own, failed, changed }: OwnRoutes,
): void {
  const { db, now } = deps;
  const siteOf = (request: FastifyRequest) => siteOfRequest(deps.sites, request);

  app.post(
    passkeyBeginPath,
    {
      config: { summary: 'Begin a passkey', ...once, fresh: true },
      schema: { body: passkeyAsk, response: { 200: passkeyCreationAnswer } },
    },
    async (request, reply) => {
      const { account } = await own(request);
      const asked = parseInput(passkeyAsk, request.body);
      reply.header('cache-control', 'no-store');
      return { result: await beginPasskey(deps, siteOf(request), account, asked) };
    },
  );

  app.post(
    passkeysPath,
    {
      config: { summary: 'Keep a passkey that the browser made', ...once },
      schema: { body: passkeyWrite, response: { 201: passkeyAnswer } },
    },
    async (request, reply) => {
      const { caller, account } = await own(request);
      const body = parseInput(passkeyWrite, request.body);
      const made = await readPasskey(deps, siteOf(request), account.userId, body);
      if (!made || !(await inTransaction(db, (tx) => insertPasskey(tx, made))))
        throw problem.of('wrong-state', { sentence: 'passkey-refused' });
      const isFirst = (await countRecoveryCodes(db, account.userId)) === 0;
      const codes = isFirst ? await makeRecoveryCodes(deps, account.userId) : null;
      if (caller.sessionId !== undefined) await noteSecondFactor(db, caller.sessionId, account.userId, now());
      await changed(request, account, 'passkey-added');
      reply.header('cache-control', 'no-store');
      return reply.code(201).send({ result: { id: made.id, codes } });
    },
  );

  app.put(
    `${passkeysPath}/:id`,
    {
      config: { summary: 'Name a passkey' },
      schema: { body: passkeyRename, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { account } = await own(request);
      const { name } = parseInput(passkeyRename, request.body);
      const isTheirs = await renamePasskey(db, account.userId, parseInput(oneOf, request.params).id, name);
      if (!isTheirs) throw problem.notFound();
      return reply.code(204).send();
    },
  );

  app.delete(
    `${passkeysPath}/:id`,
    { config: { summary: 'Remove a passkey', fresh: true }, schema: { response: { 204: z.null() } } },
    async (request, reply) => {
      const { account } = await own(request);
      await inTransaction(db, async (tx) => {
        const isTheirs = await removePasskey(tx, account.userId, parseInput(oneOf, request.params).id);
        if (!isTheirs) throw problem.notFound();
        await leaveFactor(tx, account, now());
      });
      await changed(request, account, 'passkey-removed');
      return reply.code(204).send();
    },
  );

  app.post(
    stepUpPasskeyAskPath,
    {
      config: { summary: 'Ask for a passkey as the second factor', ...once },
      schema: { body: passkeyAsk, response: { 200: passkeyRequestAnswer } },
    },
    async (request, reply) => {
      const { account } = await own(request);
      const asked = parseInput(passkeyAsk, request.body);
      const result = await askPasskey(deps, siteOf(request), account.userId, asked);
      if (!result) throw problem.of('wrong-state', { sentence: 'passkey-elsewhere' });
      reply.header('cache-control', 'no-store');
      return { result };
    },
  );

  app.post(
    stepUpPasskeyPath,
    {
      config: { summary: 'Show a passkey as the second factor', ...once },
      schema: { body: stepUpPasskey, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { caller, account } = await own(request);
      const { passkey } = parseInput(stepUpPasskey, request.body);
      const outcome = await checkAskedPasskey(deps, siteOf(request), account.userId, passkey);
      if (outcome.kind !== 'ok') {
        await failed(request, account);
        const sentence = outcome.kind === 'cloned' ? 'passkey-cloned' : 'passkey-refused';
        throw problem.of('wrong-state', { sentence });
      }
      if (caller.sessionId !== undefined) await noteSecondFactor(db, caller.sessionId, account.userId, now());
      return reply.code(204).send();
    },
  );
}

/** `GET /.well-known/webauthn`: browsers ask the first host which others may use its passkeys. */
export function mountRelatedOrigins(app: FastifyInstance, sites: SiteOptions): void {
  const options = { config: { public: 'sign-in' }, schema: { hide: true } };
  app.get('/.well-known/webauthn', options, async (_, reply) => {
    const origins = relatedOrigins(sites);
    if (origins === null) throw problem.notFound();
    return reply.type('application/json; charset=utf-8').send({ origins });
  });
}
