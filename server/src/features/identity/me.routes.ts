import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { meAnswer, mePath, meWrite } from '#contract/identity/me.ts';
import type { Caller } from '#server/platform/context.ts';
import { problem } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import type { Account, AccountDirectory } from './directory.ts';

/** `GET` and `PUT /api/identity/me`; mount where callers are known. */
export function mountMe(app: FastifyInstance, directory: AccountDirectory): void {
  const schema = { response: { 200: meAnswer } };
  app.get(
    mePath,
    { config: { summary: 'Get who is signed in, with their permissions', programs: true }, schema },
    async ({ caller }) => ({ result: await meOf(directory, caller) }),
  );
  app.put(
    mePath,
    { config: { summary: 'Change the own language' }, schema: { ...schema, body: meWrite } },
    async ({ caller, body }) => {
      if (!caller) throw problem.unauthenticated();
      await directory.saveLanguage(caller.userId, parseInput(meWrite, body).language);
      return { result: await meOf(directory, caller) };
    },
  );
}

async function meOf(
  directory: AccountDirectory,
  caller: Caller | null,
): Promise<z.output<typeof meAnswer>['result']> {
  if (!caller) throw problem.unauthenticated();
  const account = caller.program ? programOf(caller) : await directory.findById(caller.userId);
  if (!account) throw problem.unauthenticated();
  return {
    id: caller.userId,
    companyId: caller.companyId,
    companyName: caller.companyName,
    name: caller.name,
    nickname: account.firstName,
    picture: null,
    emailAddress: caller.email,
    isProvider: caller.isProvider,
    language: account.language,
    permissions: [...caller.permissions],
  };
}

function programOf({ name }: Caller): Pick<Account, 'firstName' | 'language'> {
  return { firstName: name, language: null };
}
