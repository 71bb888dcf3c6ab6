import { z } from 'zod';

const typed = (max: number) => z.string().trim().max(max).optional();

/**
 * `POST core/companies/{companyId}/administrations/{id}/test-mailbox` (NEW): opens the mailbox with what the form
 * holds now; what is absent is taken from what is stored. The stored password goes to its own host and user only.
 */
export const mailboxTestBody = z.object({
  mailHostname: typed(253),
  mailUsername: typed(254),
  mailbox: typed(254),
  mailPassword: z.string().max(1000).optional(),
});

/** What can come of it. */
const verdicts = [
  'ok',
  'host-unknown',
  'address-refused',
  'unreachable',
  'refused',
  'tls',
  'login',
  'mailbox-missing',
  'timeout',
  'failed',
] as const;

/** The answer of the test; `message` says it in a sentence of ours, in the language of the request. */
export const mailboxTestAnswer = z.object({
  result: z.object({ isRight: z.boolean(), verdict: z.enum(verdicts), message: z.string() }),
});
