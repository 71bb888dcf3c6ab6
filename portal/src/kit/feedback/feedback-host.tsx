import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { closeDialogs, openDialogs, subscribeDialogs } from './dialog-store.ts';
import { Notices } from './notices.tsx';
import { dismissAll } from './notify.ts';

const Dialogs = lazy(async () => ({ default: (await import('./dialogs.tsx')).Dialogs }));

/** Where questions and notices of the whole app appear; stands once, inside the router and the providers. */
export function FeedbackHost() {
  const [dialog] = useSyncExternalStore(subscribeDialogs, openDialogs);
  // What was said to one person is not for the next.
  useEffect(
    () => () => {
      closeDialogs();
      dismissAll();
    },
    [],
  );
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
