import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { history } from '#contract/core/history.ts';
import { invitationAnswer, startingPasswordAnswer } from '#contract/core/invitations.ts';
import { users } from '#contract/core/users.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { invalidateResource } from '#portal/kit/data/resource-hooks.ts';

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
  return useSecret(url, invitationAnswer);
}

/** Gives a user a password, at the address that stands for it, that he must change at first sign-in. */
export function useStartingPassword(url: string) {
  return useSecret(url, startingPasswordAnswer);
}

function useSecret<T>(url: string, answer: z.ZodType<{ readonly result: T }>) {
  const http = useHttp();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await http.call(url, answer, { method: 'POST' })).result,
    onSuccess: () => Promise.all([users.path, history.path].map((path) => invalidateResource(client, path))),
    // A secret is shown once and kept nowhere.
    gcTime: 0,
  });
}
