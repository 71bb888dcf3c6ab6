import { z } from 'zod';
import { id } from '../resource.ts';

/** `GET /api/identity/me`: who is signed in, with the rights as they are now. `PUT` takes `meWrite`. Needs a token, no permission. */
export const mePath = '/api/identity/me';

const language = z.enum(['nl', 'en']);

/** The signed-in user. */
const me = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  /** First and last name. */
  name: z.string(),
  nickname: z.string(),
  /** Address of a portrait, if there is one. */
  picture: z.string().nullable(),
  emailAddress: z.string(),
  /** Of the provider's own company: sees other companies' records with `.system` rights (§A3). */
  isProvider: z.boolean(),
  /** The language of the user's screens and mails; null until a portal sent it. */
  language: language.nullable(),
  /** The effective permissions (§A3), for a portal whose token does not carry them. */
  permissions: z.array(z.string()),
});

/** What users change of themselves. */
export const meWrite = z.object({ language });

/** The answer of the route. */
export const meAnswer = z.object({ result: me });
