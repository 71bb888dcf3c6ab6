import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { loadSearch } from '#portal/features/core/index.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { Key } from '#portal/kit/format/key.tsx';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { screens } from '../screens.ts';
import { openItems } from './menu.ts';
import { startTypedAhead } from './typed-ahead.ts';
import styles from './search-field.module.css';

// Fetched when it is first used, to keep it out of the first page.
const SearchDialog = lazyPart(loadSearch);

/** 'Zoek op alles': looks like a field, opens the search over all that the person may read. Ctrl K does the same. */
export function SearchField() {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const typedAhead = useRef<(() => string) | null>(null);
  useKeys([{ keys: 'mod+k', label: 'shell.search.label', run: open }]);
  useEffect(() => () => void takeTyped(), []);

  // People type on while the search is being fetched.
  function open() {
    typedAhead.current ??= startTypedAhead();
    setOpen(true);
  }

  function takeTyped(): string {
    const typed = typedAhead.current?.() ?? '';
    typedAhead.current = null;
    return typed;
  }

  function close() {
    takeTyped();
    setOpen(false);
  }

  return (
    <>
      <button
        type="button"
        className={styles['field']}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onPointerEnter={() => void loadSearch()}
        onClick={open}
      >
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <span className={styles['words']}>{text('shell.search.label')}</span>
        <span className={styles['keys']} aria-hidden="true">
          <Key>Ctrl</Key>
          <Key>K</Key>
        </span>
      </button>
      {isOpen && <Search takeTyped={takeTyped} onClose={close} />}
    </>
  );
}

interface SearchProps {
  readonly takeTyped: () => string;
  readonly onClose: () => void;
}

function Search({ takeTyped, onClose }: SearchProps) {
  const text = useText();
  const pathTo = usePathTo();
  const { permissions } = useSessionState();
  const found = openItems(permissions, screens).map(({ screen, label, icon }) => ({
    label: text(label),
    href: pathTo(screen),
    icon,
  }));
  return <SearchDialog screens={found} takeTyped={takeTyped} onClose={onClose} />;
}
