import { createElement, lazy, Suspense, type ComponentType } from 'react';

/**
 * A component whose code is fetched when it is first drawn; nothing is shown until then.
 *
 * @example
 * const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog);
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: await load() }));
  return function LazyPart(props: P) {
    return <Suspense>{createElement(Part, props)}</Suspense>;
  };
}
