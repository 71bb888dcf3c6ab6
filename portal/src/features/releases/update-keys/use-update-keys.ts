import { updateKeys } from '#contract/releases/updates.ts';
import { collectionUrl, type Rec, type Row } from '#contract/resource.ts';
import { resourceHooks, useInvalidate } from '#portal/kit/data/resource-hooks.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

/** A key in the list; the key itself is not stored. */
export type UpdateKeyRow = Row<typeof updateKeys>;
/** A key as it is answered; a new one holds `key`, this once. */
export type UpdateKey = Rec<typeof updateKeys>;

export const updateKeyHooks = resourceHooks(updateKeys);

/** Replaces a key by a new one; the old one stops working at once. */
export function useRotateKey(companyId: string) {
  return useVerb({
    call: (id: string) => ({
      url: `${collectionUrl(updateKeys, { companyId })}/${encodeURIComponent(id)}/rotate`,
      body: {},
    }),
    result: updateKeys.record,
    // Also after a failure what the list shows may have changed.
    onSettled: useInvalidate(updateKeys),
  });
}
