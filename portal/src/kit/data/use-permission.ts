import { useCallback } from 'react';
import { satisfiesAny } from '#contract/permissions.ts';
import { useSessionState } from './session.tsx';

/** Whether the person may: `const may = usePermission(); may('core.companies.update|core.companies.create')` (§A1). */
export function usePermission(): (required: string) => boolean {
  const { permissions } = useSessionState();
  return useCallback((required) => satisfiesAny(permissions, required), [permissions]);
}
