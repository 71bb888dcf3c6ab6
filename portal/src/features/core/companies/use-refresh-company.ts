import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { companies } from '#contract/core/companies.ts';
import { invalidateResource } from '#portal/kit/data/resource-hooks.ts';

/** Marks companies as old, with the counts on their tabs, after something below one of them changed. */
export function useRefreshCompany(): () => void {
  const client = useQueryClient();
  return useCallback(() => void invalidateResource(client, companies.path), [client]);
}
