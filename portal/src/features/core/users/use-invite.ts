import { useMutation, useQueryClient } from '@tanstack/react-query';
import { history } from '#contract/core/history.ts';
import { invitationAnswer } from '#contract/core/invitations.ts';
import { users } from '#contract/core/users.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { invalidateResource } from '#portal/kit/data/resource-hooks.ts';

/** Invites a user to choose a password; an earlier link is void from then on. */
export function useInvite(companyId: string) {
  const http = useHttp();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const url = `${collectionUrl(users, { companyId })}/${encodeURIComponent(id)}/invite`;
      return (await http.call(url, invitationAnswer, { method: 'POST' })).result;
    },
    onSuccess: () =>
      Promise.all([users.path, history.path].map((path) => invalidateResource(client, path))),
    // A link is shown once and kept nowhere.
    gcTime: 0,
  });
}
