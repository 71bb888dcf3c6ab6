import { z } from 'zod';
import { day, instant } from '../resource.ts';

/** `GET`: how the person signs in, and where they are signed in now. */
export const securityPath = '/api/identity/security';
/** `POST` begins an app that makes codes, `DELETE` removes it. */
export const totpPath = '/api/identity/totp';
/** `POST` with a code of it: from then on it is asked for; answers the recovery codes, this once. */
export const totpConfirmPath = `${totpPath}/confirm`;
/** `POST`: new recovery codes in the place of those of before, this once. */
export const recoveryCodesPath = '/api/identity/recovery-codes';
/** `DELETE`: ends all sessions but this one; below it `/{id}` ends one. */
export const sessionsPath = '/api/identity/sessions';
/** `POST` with a code: the second factor is fresh for `stepUpMinutes`. */
export const stepUpPath = '/api/identity/step-up';

/** How long a second factor is fresh, in minutes. */
export const stepUpMinutes = 5;
/** How many recovery codes are made. */
export const recoveryCodeCount = 10;

/** A device that somebody is signed in on. */
const session = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  /** Null for one from before this was recorded. */
  startedAt: instant.nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** RFC 8176: `pwd`, `otp`; `rec` is a recovery code. */
  methods: z.array(z.string()),
});
/** A device that somebody is signed in on. */
export type SignInSession = z.output<typeof session>;

export const securityAnswer = z.object({
  result: z.object({
    /** Whether our own sign-in is in use: another provider keeps its own factors and sessions. */
    isOurs: z.boolean(),
    /** Since when there is an app that makes codes; null without one. */
    totpSince: instant.nullable(),
    recoveryCodesLeft: z.int(),
    /** From when the company asks for a second factor; null: never. */
    requiredFrom: day.nullable(),
    sessions: z.array(session),
  }),
});
/** How the person signs in. */
export type Security = z.output<typeof securityAnswer>['result'];

/** A secret for an app, and the address for its QR code. */
export const totpAnswer = z.object({ result: z.object({ secret: z.string(), uri: z.string() }) });
/** Recovery codes, shown this once. */
export const recoveryCodesAnswer = z.object({ result: z.object({ codes: z.array(z.string()) }) });
/** A code of the app, or a recovery code. */
export const factorCode = z.object({ code: z.string().trim().min(1).max(20) });
