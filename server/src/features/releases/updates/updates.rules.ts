import { createHash } from 'node:crypto';

/** How a client identifies itself. */
export interface ClientIdentity {
  readonly user?: string | undefined;
  readonly installation?: string | undefined;
}

/**
 * What identifies an installation within its company: the name that the client gives it; else its known user; else the
 * name of an unknown user, stored as a hash; else nothing: all clients of the company that give no name are one
 * (decision 0027).
 */
export function installationOf(
  { user, installation }: ClientIdentity,
  userId: string | null,
): { readonly key: string; readonly label: string } {
  if (installation) return { key: `own:${installation}`, label: installation };
  if (userId !== null) return { key: `user:${userId}`, label: '' };
  if (user)
    return { key: `name:${createHash('sha256').update(user.toLowerCase()).digest('base64url')}`, label: '' };
  return { key: 'company', label: '' };
}
