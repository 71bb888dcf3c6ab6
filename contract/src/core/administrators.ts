import { z } from 'zod';

/** NEW: who of the caller's own company can give them rights. Nobody, for guests such as portal users. */
export const administratorsPath = 'core/administrators';

/** `GET core/administrators`: at most three, by name. Anybody signed in may ask: no permission. */
export const administratorsAnswer = z.object({
  result: z.array(z.object({ fullName: z.string(), email: z.string() })),
});
