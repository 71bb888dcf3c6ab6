import { lazy, Suspense, useSyncExternalStore } from 'react';
import { openDialogs, subscribeDialogs } from './dialog-store.ts';
import { Notices } from './notices.tsx';

const Dialogs = lazy(async () => ({ default: (await import('./dialogs.tsx')).Dialogs }));

/** Where questions and notices of the whole app appear; stands once, inside the router and the providers. */
export function FeedbackHost() {
  const [dialog] = useSyncExternalStore(subscribeDialogs, openDialogs);
  return (
    <>
      <Notices />
      {dialog && (
        <Suspense>
          <Dialogs dialog={dialog} />
        </Suspense>
      )}
    </>
  );
}
