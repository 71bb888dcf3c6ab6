import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { updateKeys } from '#contract/releases/updates.ts';
import { collectionUrl, type Rec, type Row } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { invalidateResource, resourceHooks } from '#portal/kit/data/resource-hooks.ts';

/** A key in the list; what it unlocks with is kept by nobody. */
export type UpdateKeyRow = Row<typeof updateKeys>;
/** A key as it is answered; a new one holds `key`, this once. */
export type UpdateKey = Rec<typeof updateKeys>;

export const updateKeyHooks = resourceHooks(updateKeys);
const answer = z.object({ result: updateKeys.record });

/** Gives another key in the place of one; the old one is dead at once. */
export function useRotateKey(companyId: string) {
  const http = useHttp();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const url = `${collectionUrl(updateKeys, { companyId })}/${encodeURIComponent(id)}/rotate`;
      return (await http.call(url, answer, { method: 'POST', body: {} })).result;
    },
    // Whatever came of it, what the list shows may have changed.
    onSettled: () => void invalidateResource(client, updateKeys.path),
  });
}
