import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { MissingCode, newVersion } from '#portal/kit/data/new-version.ts';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { NewVersionState } from '#portal/kit/feedback/new-version-bar.tsx';
import { useStore } from '#portal/kit/store.ts';

/** Stands in for a screen that broke, inside the shell, which lives on. */
export function ScreenFailure({ error }: ErrorComponentProps) {
  useEffect(() => console.error('a screen broke', error), [error]);
  const isNew = useStore(newVersion);
  if (isNew && error instanceof MissingCode) return <NewVersionState />;
  return <ErrorState error={error} onRetry={() => location.reload()} />;
}
