import { serviceAccounts, serviceKeyMade, type ServiceKeyKind } from '#contract/core/service-accounts.ts';
import { collectionUrl, type Rec, type Row } from '#contract/resource.ts';
import { useInvalidate } from '#portal/kit/data/resource-hooks.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

/** A service account in the list, with its keys. */
export type ServiceAccountRow = Row<typeof serviceAccounts>;
/** A service account as it is answered. */
export type ServiceAccount = Rec<typeof serviceAccounts>;

const urlOf = (companyId: string, id: string) =>
  `${collectionUrl(serviceAccounts, { companyId })}/${encodeURIComponent(id)}/keys`;

/** Makes a key of a service account; the answer holds it, this once. */
export function useMakeKey(companyId: string) {
  return useVerb({
    call: ({ id, kind }: { readonly id: string; readonly kind: ServiceKeyKind }) => ({
      url: urlOf(companyId, id),
      body: { kind },
    }),
    result: serviceKeyMade,
    // Also after a failure what the list shows may have changed.
    onSettled: useInvalidate(serviceAccounts),
  });
}

/** Ends a key at once. */
export function useRevokeKey(companyId: string) {
  return useVerb({
    call: ({ id, keyId }: { readonly id: string; readonly keyId: string }) => ({
      method: 'DELETE',
      url: `${urlOf(companyId, id)}/${encodeURIComponent(keyId)}`,
    }),
    result: serviceAccounts.record,
    onSettled: useInvalidate(serviceAccounts),
  });
}
