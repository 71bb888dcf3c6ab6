import { z } from 'zod';
import { instant } from '../resource.ts';

/** The last invitation of a user, as their record shows it. */
export const lastInvitation = z.object({
  invitedAt: instant,
  /** Until when the link works, when it is not used. */
  expiresAt: instant,
  /** When the user chose their password by it. */
  usedAt: instant.nullable(),
});

/** `POST core/companies/{companyId}/users/{id}/invite` (NEW): a single-use link by which the user chooses a password. */
export const invitationAnswer = z.object({
  result: z.object({
    /** Mailed to the user; else the caller gets the link, this once, to pass it on. */
    isMailed: z.boolean(),
    link: z.string().nullable(),
    expiresAt: instant,
  }),
});

/**
 * `POST core/companies/{companyId}/users/{id}/starting-password` (NEW): a password made by the server, shown once to
 * the caller, where a link will not do. The user must choose their own at first sign-in.
 */
export const startingPasswordAnswer = z.object({ result: z.object({ password: z.string() }) });

/** `GET …/{id}/invite` (NEW): how far the user is with signing in, and what an invitation would do. */
export const invitationState = z.object({
  result: z.object({
    hasPassword: z.boolean(),
    /** Until when the last invitation can be used; null without one. */
    invitedUntil: instant.nullable(),
    /** Whether an invitation would be mailed; else its link is shown once to who invites. */
    goesByMail: z.boolean(),
    /** False where another service does the signing in. */
    canInvite: z.boolean(),
  }),
});
