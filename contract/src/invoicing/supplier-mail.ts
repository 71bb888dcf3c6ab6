import { z } from 'zod';
import { email, id, instant } from '../resource.ts';

const language = z.enum(['nl', 'en']);
/** The subject and the words of a mail; `{{reason}}` stands where the reason comes. */
const letter = z.object({ subject: z.string(), text: z.string() });

/** The states of a mail to a supplier. The order is the number in the database. */
export const supplierMailStates = ['waiting', 'sending', 'sent', 'uncertain', 'failed', 'withdrawn'] as const;
/** One of the states of a mail to a supplier. */
export type SupplierMailState = (typeof supplierMailStates)[number];

/** The mail to the supplier that a rejection asks for: to whom, and in which language (§C27). */
export const supplierMailCommand = z.object({ to: email, language });

/** `GET invoices/{id}/supplier-mail`: what a rejection would mail, and what was mailed before. */
export const supplierMails = z.object({
  /** Null where the caller cannot mail: no outgoing mail, or a program. */
  proposal: z
    .object({
      /** The address of the creditor; empty where it has none. */
      to: z.string(),
      language,
      letters: z.object({ nl: letter, en: letter }),
    })
    .nullable(),
  /** The newest first. */
  mails: z.array(
    z.object({
      id,
      to: z.string(),
      state: z.enum(supplierMailStates),
      askedBy: z.string(),
      askedAt: instant,
      endedAt: instant.nullable(),
    }),
  ),
});
