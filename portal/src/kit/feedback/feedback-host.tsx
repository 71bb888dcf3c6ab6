import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { KeysHost } from '../keys/keys-host.tsx';
import { closeDialogs, openDialogs, subscribeDialogs } from './dialog-store.ts';
import { Notices } from './notices.tsx';
import { dismissAll } from './notify.ts';

const Dialogs = lazy(async () => ({ default: (await import('./dialogs.tsx')).Dialogs }));

/** Where questions, notices and the sheet of keys appear; stands once, inside the router and the providers. */
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
      <KeysHost />
      {dialog && (
        <Suspense>
          <Dialogs dialog={dialog} />
        </Suspense>
      )}
    </>
  );
}
