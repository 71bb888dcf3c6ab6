import type { z } from 'zod';
import type { mailboxTestAnswer, mailboxTestBody } from '#contract/core/mailbox-test.ts';
import { sentence } from '#contract/problem-texts.ts';
import { countUse } from '#server/features/identity/index.ts';
import { unseal } from '#server/platform/auth/seal.ts';
import type { Context } from '#server/platform/context.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import * as repository from './administrations.repository.ts';

type Answer = z.output<typeof mailboxTestAnswer>['result'];

const minute = 60_000;
// Enough for anybody who is looking for the right settings, too little to guess somebody else's password.
const tests = { allowed: 20, firstLockMs: minute, longestMs: 30 * minute, forgetAfterMs: 30 * minute };

/** Opens the mailbox of an administration with the values of the form, and explains what is wrong (§J1). */
export async function testMailbox(
  ctx: Context,
  id: string,
  companyId: string,
  body: z.output<typeof mailboxTestBody>,
): Promise<Answer> {
  const stored = orNotFound(await repository.findById(ctx.db, ctx.scope, id, { companyId }));
  const hostname = body.mailHostname ?? stored.mailHostname;
  const username = body.mailUsername ?? stored.mailUsername;
  const isSame = hostname === stored.mailHostname && username === stored.mailUsername;
  const password = body.mailPassword || (isSame ? await storedPassword(ctx, companyId, id) : '');
  const missing = {
    ...(hostname === '' ? { 'mail-hostname': ['required'] as const } : {}),
    ...(username === '' ? { 'mail-username': ['required'] as const } : {}),
    ...(password === '' ? { 'mail-password': ['required'] as const } : {}),
  };
  if (Object.keys(missing).length > 0) throw problem.validation(missing);

  const use = await countUse(ctx.db, ['mailbox-test', ctx.caller.userId], tests, ctx.now());
  if (!use.isAllowed)
    throw problem.of('too-many-requests', {
      retryAfterSeconds: Math.ceil((use.lockedUntil - ctx.now().getTime()) / 1000),
    });
  const mailbox = (body.mailbox ?? stored.mailbox) || 'INBOX';
  const verdict = await ctx.mailboxes.test({ hostname, username, password, mailbox });
  return {
    isRight: verdict === 'ok',
    verdict,
    message: sentence(ctx.language, `mailbox-${verdict}`, { host: hostname, mailbox }),
  };
}

async function storedPassword(ctx: Context, companyId: string, id: string): Promise<string> {
  const sealed = await repository.findPassword(ctx.db, ctx.scope, companyId, id);
  return (sealed && unseal(ctx.secretKey, 'mailbox', sealed)) ?? '';
}
