import { createElement, lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { MissingCode, missingCode, newVersion } from './data/new-version.ts';
import { notify } from './feedback/notify.ts';
import { useText } from './text.ts';

/**
 * A component whose code is fetched when it is first drawn; nothing is shown until then. Where it does not come, nothing
 * is shown either, and a notice says so: what stands around it may hold what somebody typed. The next time it is tried
 * again.
 *
 * @example
 * const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog);
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let current = part();
  function part() {
    return lazy(async (): Promise<{ default: ComponentType<P> }> => {
      try {
        return { default: await load().catch(missingCode) };
      } catch (error) {
        if (!(error instanceof MissingCode)) throw error;
        current = part();
        return { default: Missing };
      }
    });
  }
  return function LazyPart(props: P) {
    const [Part] = useState(() => current);
    return <Suspense>{createElement(Part, props)}</Suspense>;
  };
}

function Missing() {
  const text = useText();
  useEffect(() => {
    // Where the server has a newer version a bar says so.
    if (!newVersion.get()) notify({ meaning: 'bad', title: text('kit.error.network') });
  }, [text]);
  return null;
}
