import { useEffect } from 'react';
import { KeysHost } from '../keys/keys-host.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { useStore } from '../store.ts';
import { AwayBar } from './away-bar.tsx';
import { closeDialogs, dialogs } from './dialog-store.ts';
import { NewVersionBar } from './new-version-bar.tsx';
import { Notices } from './notices.tsx';
import { dismissAll } from './notify.ts';

const Dialogs = lazyPart(async () => (await import('./dialogs.tsx')).Dialogs);

/** Where questions, notices and the sheet of keys appear; stands once, inside the router and the providers. */
export function FeedbackHost() {
  const [dialog] = useStore(dialogs);
  // Messages to one person must not be shown to the next.
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
      <AwayBar />
      <NewVersionBar />
      <KeysHost />
      {dialog && <Dialogs dialog={dialog} />}
    </>
  );
}
