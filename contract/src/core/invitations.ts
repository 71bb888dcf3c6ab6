import { z } from 'zod';
import { instant } from '../resource.ts';

/** `POST core/companies/{companyId}/users/{id}/invite` (NEW): a single-use link by which the user chooses a password. */
export const invitationAnswer = z.object({
  result: z.object({
    /** Mailed to the user; else the caller gets the link, this once, to pass it on. */
    isMailed: z.boolean(),
    link: z.string().nullable(),
    expiresAt: instant,
  }),
});
