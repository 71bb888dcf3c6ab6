import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';

/** Stands in for a screen that broke, inside the shell, which lives on. */
export function ScreenFailure({ error }: ErrorComponentProps) {
  useEffect(() => console.error('a screen broke', error), [error]);
  return <ErrorState error={error} onRetry={() => location.reload()} />;
}
