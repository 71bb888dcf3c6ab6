import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { customers } from '#contract/billing/customers.ts';
import { invalidateResource } from '#portal/kit/data/resource-hooks.ts';

/** Marks what is known of customers as old: agreements, settings and amounts follow from each other. */
export function useRefreshCustomer(): () => void {
  const client = useQueryClient();
  return useCallback(() => void invalidateResource(client, customers.path), [client]);
}
