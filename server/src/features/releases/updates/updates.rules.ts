import { createHash } from 'node:crypto';

/** What a client says of itself. */
export interface Asking {
  readonly user?: string | undefined;
  readonly installation?: string | undefined;
}

/**
 * What identifies an installation within its company: the name that the client gives it; else its known user, one of
 * whose machines it is; else the name of an unknown one, which is kept as a hash; else nothing, and then all of the
 * company's clients that say nothing are one (decision 0027).
 */
export function installationOf(
  { user, installation }: Asking,
  userId: string | null,
): { readonly key: string; readonly label: string } {
  if (installation) return { key: `own:${installation}`, label: installation };
  if (userId !== null) return { key: `user:${userId}`, label: '' };
  if (user)
    return { key: `name:${createHash('sha256').update(user.toLowerCase()).digest('base64url')}`, label: '' };
  return { key: 'company', label: '' };
}
