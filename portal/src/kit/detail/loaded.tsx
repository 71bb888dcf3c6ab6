import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ErrorState } from '../feedback/error-state.tsx';
import { useText } from '../text.ts';
import styles from './detail.module.css';

interface LoadedProps<T> {
  /** What `useOne` gives. */
  readonly of: {
    readonly data: T | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** Where to go instead when it cannot be read at first: a form leads to the detail, which says why (product 1.4). */
  readonly otherwise?: string;
  readonly children: (record: T) => ReactNode;
}

/** Draws a record once it is there: grey bars after 200 ms, or what went wrong in its place. */
export function Loaded<T>({ of, otherwise, children }: LoadedProps<T>) {
  const text = useText();
  if (of.data !== undefined) return children(of.data);
  if (of.error !== null && otherwise !== undefined) return <Navigate to={otherwise} replace />;
  if (of.error !== null) return <ErrorState isRecord error={of.error} onRetry={() => void of.refetch()} />;
  return (
    <div className={styles.ghost} role="status" aria-label={text('kit.detail.loading')}>
      <span style={{ width: 90 }} />
      <span style={{ width: 280, height: 18 }} />
      <span style={{ width: '60%' }} />
      <span style={{ width: '45%' }} />
    </div>
  );
}
