import type { FastifyInstance } from 'fastify';
import { meAnswer, mePath } from '#contract/identity/me.ts';
import { problem } from '#server/platform/http/problem.ts';
import type { AccountDirectory } from './directory.ts';

/** `GET /api/identity/me`; mount where callers are known. */
export function mountMe(app: FastifyInstance, directory: AccountDirectory): void {
  app.get(mePath, { schema: { tags: ['identity'], response: { 200: meAnswer } } }, async ({ caller }) => {
    const account = caller && (await directory.findById(caller.userId));
    if (!caller || !account) throw problem.unauthenticated();
    return {
      result: {
        id: caller.userId,
        companyId: caller.companyId,
        companyName: caller.companyName,
        name: caller.name,
        nickname: account.firstName,
        picture: null,
        emailAddress: caller.email,
        isProvider: caller.isProvider,
        permissions: [...caller.permissions],
      },
    };
  });
}
