import { lazy, Suspense, useState } from 'react';
import { useKeys } from './use-keys.ts';

const KeysSheet = lazy(async () => ({ default: (await import('./keys-sheet.tsx')).KeysSheet }));

/** Opens the sheet of keys with `?`, wherever the person is. */
export function KeysHost() {
  const [isOpen, setOpen] = useState(false);
  useKeys([{ keys: '?', label: 'kit.keys.open', run: () => setOpen(true) }]);
  if (!isOpen) return null;
  return (
    <Suspense>
      <KeysSheet onClose={() => setOpen(false)} />
    </Suspense>
  );
}
