import type { Services } from '#server/platform/context.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { type AccountDirectory, mayEnter } from '../directory.ts';
import { linkUrl, type NewPasswordRequest } from './account-paths.ts';
import { createLink } from './links.service.ts';
import { linkMail } from './mails.ts';

/** Mails a link to whom an address belongs to, if it belongs to anybody. */
export const newPasswordJob = defineJob<NewPasswordRequest>('identity-new-password', {
  retries: 2,
  expireSeconds: 60,
});

/** Works one request. Each try makes a link of its own, so that no token ever waits in the queue. */
export async function sendNewPassword(
  { db, mail, now }: Pick<Services, 'db' | 'mail' | 'now'>,
  directory: AccountDirectory,
  request: NewPasswordRequest,
): Promise<void> {
  const account = await directory.findByEmail(request.email);
  if (!mail || !account || !mayEnter(account)) return;
  const { token, expiresAt } = await createLink(db, account, 'password', now());
  const url = linkUrl(request, 'password', token, request.language);
  await mail.send(linkMail(account, { purpose: 'password', url, expiresAt }, request));
}
