import type { z } from 'zod';
import {
  identityProvider,
  identityProviderUrl as urlOf,
  identityProviderView,
  type identityProviderWrite,
} from '#contract/core/identity-provider.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

const invalidates = [identityProvider];

/** How a company signs in. */
export function useIdentityProvider(companyId: string) {
  return useAnswer([identityProvider.path, companyId], urlOf(companyId), identityProviderView);
}

/** Sets the directory of a company. */
export function useSaveProvider(companyId: string) {
  return useVerb({
    call: (body: z.input<typeof identityProviderWrite>) => ({
      method: 'PUT',
      url: urlOf(companyId),
      body,
    }),
    result: identityProviderView,
    invalidates,
  });
}

/** Has its people sign in by password again. */
export function useRemoveProvider(companyId: string) {
  return useVerb({ call: () => ({ method: 'DELETE', url: urlOf(companyId) }), invalidates });
}

/** Looks whether a domain is the company's. */
export function useProveDomain(companyId: string) {
  return useVerb({
    call: (domain: string) => ({ url: `${urlOf(companyId)}/prove`, body: { domain } }),
    result: identityProviderView,
    invalidates,
  });
}
