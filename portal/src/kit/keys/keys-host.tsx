import { useState } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { useKeys } from './use-keys.ts';

const KeysSheet = lazyPart(async () => (await import('./keys-sheet.tsx')).KeysSheet);

/** Opens the sheet of keys with `?`, wherever the person is. */
export function KeysHost() {
  const [isOpen, setOpen] = useState(false);
  useKeys([{ keys: '?', label: 'kit.keys.open', run: () => setOpen(true) }]);
  return isOpen && <KeysSheet onClose={() => setOpen(false)} />;
}
