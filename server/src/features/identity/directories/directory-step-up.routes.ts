import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  stepUpDirectoryAnswer,
  stepUpDirectoryPath,
  stepUpStateAnswer,
} from '#contract/identity/security.ts';
import type { Caller } from '#server/platform/context.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import type { Account } from '../directory.ts';
import { siteOfRequest } from '../sign-in/sign-in.frame.ts';
import type { SiteOptions } from '../sites.ts';
import type { DirectoryDeps } from './directory-journeys.ts';
import { beginStepUp, stepUpStateOf } from './directory-step-up.ts';
import { DirectoryFailure } from './openid.ts';

/** Showing a second factor at the directory of the company, in another tab, while the portal waits. */
export function mountDirectoryStepUp(
  app: FastifyInstance,
  deps: DirectoryDeps & { readonly sites: SiteOptions },
  own: (request: FastifyRequest) => Promise<{ caller: Caller; account: Account }>,
): void {
  app.post(
    stepUpDirectoryPath,
    {
      config: {
        summary: 'Begin to show a second factor at the directory of the company',
        repeatable: 'begins another time',
      },
      schema: { response: { 200: stepUpDirectoryAnswer } },
    },
    async (request, reply) => {
      const { caller, account } = await own(request);
      const begun = await begin(request, account, orNotFound(caller.sessionId));
      reply.header('set-cookie', begun.cookie).header('cache-control', 'no-store');
      return { result: { url: begun.url } };
    },
  );

  app.get(
    stepUpDirectoryPath,
    {
      config: { summary: 'Get how showing a second factor at the directory of the company stands' },
      schema: { response: { 200: stepUpStateAnswer } },
    },
    async (request) => {
      const { caller, account } = await own(request);
      const sessionId = orNotFound(caller.sessionId);
      return { result: { state: orNotFound(await stepUpStateOf(deps, account.userId, sessionId)) } };
    },
  );

  async function begin(request: FastifyRequest, account: Account, sessionId: string) {
    const refusal = problem.of('wrong-state', { sentence: 'directory-not-answering' });
    try {
      const begun = await beginStepUp(deps, account, sessionId, siteOfRequest(deps.sites, request));
      if (!begun) throw refusal;
      return begun;
    } catch (error) {
      if (!(error instanceof DirectoryFailure)) throw error;
      request.log.warn({ reason: error.message }, 'the directory of a company does not answer');
      throw refusal;
    }
  }
}
