import type { z } from 'zod';
import { history } from '#contract/core/history.ts';
import { invitationAnswer, startingPasswordAnswer } from '#contract/core/invitations.ts';
import { users } from '#contract/core/users.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

/** The address at which a user of a company is invited. */
export function inviteUrl(companyId: string, id: string): string {
  return `${collectionUrl(users, { companyId })}/${encodeURIComponent(id)}/invite`;
}

/** The address at which a user of a company gets a first password. */
export function startingPasswordUrl(companyId: string, id: string): string {
  return `${collectionUrl(users, { companyId })}/${encodeURIComponent(id)}/starting-password`;
}

/** Invites a user, at the address that stands for it, to choose a password; an earlier link is void from then on. */
export function useInvite(url: string) {
  return useSecret(url, invitationAnswer.shape.result);
}

/** Gives a user a password, at the address that stands for it, that they must change at first sign-in. */
export function useStartingPassword(url: string) {
  return useSecret(url, startingPasswordAnswer.shape.result);
}

// A secret is shown once and stored nowhere.
function useSecret<T>(url: string, result: z.ZodType<T>) {
  return useVerb({ call: () => ({ url }), result, invalidates: [users, history], gcTime: 0 });
}
