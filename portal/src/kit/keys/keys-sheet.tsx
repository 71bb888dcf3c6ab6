import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { Dialog } from '../dialog/dialog.tsx';
import { Key } from '../format/key.tsx';
import { useText } from '../text.ts';
import { useStore } from '../store.ts';
import { currentBindings, setSingleKeys, singleKeysOn } from './key-store.ts';
import styles from './keys-sheet.module.css';

/** The sheet that `?` opens: the keys that work here, and the switch that turns single letters off. */
export function KeysSheet({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const bindings = useStore(currentBindings);
  const isOn = useSyncExternalStore(currentBindings.subscribe, singleKeysOn);
  // The newest binding of a key is the one that works.
  const byKey = new Map(
    bindings.flatMap(({ keys, label }) => (label === undefined ? [] : [[keys, label] as const])),
  );
  return (
    <Dialog title={text('kit.keys.title')} onClose={onClose}>
      <dl className={styles.keys}>
        {[...byKey].map(([keys, label]) => (
          <div key={keys}>
            <dt>
              {partsOf(keys).map((part) => (
                <Key key={part}>{part}</Key>
              ))}
              <span className="balie-hidden">{partsOf(keys).join(' ')}</span>
            </dt>
            <dd>{text(label)}</dd>
          </div>
        ))}
      </dl>
      <Switch
        mt="lg"
        label={text('kit.keys.single')}
        description={text('kit.keys.singleHint')}
        checked={isOn}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Dialog>
  );
}

const names: Readonly<Record<string, string>> = {
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  escape: 'Esc',
  enter: 'Enter',
};

/** `mod+s` as the keys on the keyboard: Ctrl and S. */
function partsOf(keys: string): readonly string[] {
  const isChord = keys.startsWith('mod+');
  const key = isChord ? keys.slice(4) : keys;
  const shown = names[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key);
  if (!isChord) return [shown];
  return [/mac/i.test(navigator.userAgent) ? '⌘' : 'Ctrl', shown];
}
