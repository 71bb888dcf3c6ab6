import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { passwordChange, passwordChangePath } from '#contract/identity/password-change.ts';
import { problem } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { originOf } from '../sign-in/sign-in-events.repository.ts';
import type { SignInDeps } from '../sign-in/sign-in.service.ts';
import { changePassword } from './password.service.ts';

/** `POST /api/identity/password`; mount where callers are known. With an external provider there is nothing to change. */
export function mountPassword(
  app: FastifyInstance,
  deps: SignInDeps & { readonly hasOwnSignIn: boolean },
): void {
  const config = {
    summary: 'Change the own password',
    secret: true,
    repeatable: 'sets the same password again',
  };
  const schema = { body: passwordChange, response: { 204: z.null() } };
  app.post(passwordChangePath, { config, schema }, async (request, reply) => {
    const { caller, body } = request;
    if (!caller) throw problem.unauthenticated();
    if (!deps.hasOwnSignIn) throw problem.of('wrong-state', { sentence: 'sign-in-elsewhere' });
    await changePassword(deps, caller, originOf(request), parseInput(passwordChange, body));
    return reply.code(204).send();
  });
}
