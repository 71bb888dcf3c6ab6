import type { Services } from '#server/platform/context.ts';
import { findPerson } from '#server/features/core/index.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { confirmationMail, declinedMail, languageOf } from './offer-mails.ts';
import * as repository from './offers.repository.ts';
import { findSettings } from './settings.repository.ts';

/** One mail about an answer; each is a job of its own, so that one that fails does not send the other again. */
export interface AnswerMail {
  readonly companyId: string;
  readonly offerId: string;
  readonly to: 'customer' | 'provider';
}

/** Mails the answer of a customer: the confirmation to both, a refusal to the provider. */
export const offerAnsweredJob = defineJob<AnswerMail>('workorders-offer-answered', {
  retries: 5,
  expireSeconds: 120,
});

/** Sends one mail. */
export async function mailAnswer(
  { db, mail, files }: Pick<Services, 'db' | 'mail' | 'files'>,
  { companyId, offerId: id, to }: AnswerMail,
): Promise<void> {
  const offer = await repository.findAny(db, { companyId, id });
  if (!mail || !offer || offer.answer === null) return;
  const { name } = orNotFound(await findSettings(db, companyId));
  const senderId = offer.sentBy ?? offer.creatorId;
  const sender = senderId === null ? undefined : await findPerson(db, { id: senderId });
  // The provider reads it in the sender's own language, whatever the customer's is.
  const language = to === 'provider' ? (sender?.language ?? 'nl') : languageOf(offer);
  const address = to === 'provider' ? sender?.email : offer.answeredEmail;
  if (!address) return;
  if (offer.answer === 'declined') {
    if (to === 'provider')
      await mail.send({ to: address, fromName: name, ...declinedMail(offer, name, language) });
    return;
  }
  const letter = confirmationMail(offer, name, orNotFound(await files.get(offer.pdfSha256)), language);
  const replyTo = to === 'customer' && sender ? { replyTo: sender.email } : {};
  await mail.send({ to: address, fromName: name, ...letter, ...replyTo });
}
