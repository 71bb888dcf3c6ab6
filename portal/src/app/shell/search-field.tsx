import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { loadSearch } from '#portal/features/core/index.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { Key } from '#portal/kit/format/key.tsx';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import { useHasScreen, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { useVariant } from '../use-variant.ts';
import { visibleMenu } from './menu.ts';
import styles from './search-field.module.css';

// The search itself comes when it is first asked for: the first page does without it.
const SearchDialog = lazy(async () => ({ default: await loadSearch() }));

/** 'Zoek op alles': looks like a field, opens the search over all that the person may read. Ctrl K does the same. */
export function SearchField() {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  useKeys([{ keys: 'mod+k', label: 'shell.search.label', run: () => setOpen(true) }]);
  return (
    <>
      <button
        type="button"
        className={styles['field']}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onPointerEnter={() => void loadSearch()}
        onClick={() => setOpen(true)}
      >
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <span className={styles['words']}>{text('shell.search.label')}</span>
        <span className={styles['keys']} aria-hidden="true">
          <Key>Ctrl</Key>
          <Key>K</Key>
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <Search onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function Search({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const pathTo = usePathTo();
  const { permissions } = useSessionState();
  const screens = visibleMenu(permissions, useHasScreen(), useVariant()).flatMap(({ items }) =>
    items.map(({ screen, label, icon }) => ({ label: text(label), href: pathTo(screen), icon })),
  );
  return <SearchDialog screens={screens} onClose={onClose} />;
}
