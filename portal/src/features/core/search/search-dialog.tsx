import { IconSearch, type TablerIcon } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { useHasScreen, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { resourceText } from '../rights/right-text.ts';
import { addressOf, matchScreens } from './hits.ts';
import { useSearch } from './use-search.ts';
import styles from './search.module.css';

/** A screen that this person may open. */
export interface SearchScreen {
  readonly label: string;
  readonly href: string;
  readonly icon: TablerIcon;
}

interface Found {
  readonly key: string;
  readonly group: string;
  readonly title: string;
  readonly subtitle: string;
  readonly href: string;
  readonly icon: TablerIcon | undefined;
}

interface SearchDialogProps {
  readonly screens: readonly SearchScreen[];
  /** What was typed before the field was there; asked when it gets the focus. */
  readonly takeTyped?: (() => string) | undefined;
  readonly onClose: () => void;
}

/** One field that finds everything the person may read; arrows choose, Enter opens. */
export function SearchDialog({ screens, takeTyped, onClose }: SearchDialogProps) {
  const text = useText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [list, status] = [useId(), useId()];
  const search = useSearch(typed);
  const found = useFound(typed, screens, search.data ?? []);
  const at = Math.min(active, found.length - 1);
  useEffect(() => {
    document.getElementById(`${list}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [list, at]);

  function open({ href }: Found) {
    onClose();
    void navigate({ to: href });
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = found[at];
    if (step !== undefined && found.length > 0) setActive((at + step + found.length) % found.length);
    else if (event.key === 'Enter' && chosen) open(chosen);
    else return;
    event.preventDefault();
  }

  const isSearching = typed.trim() !== '' && search.isFetching;
  return (
    <Dialog title={text('core.search.title')} onClose={onClose} width={600}>
      <div className={styles.field}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <input
          type="text"
          role="combobox"
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          aria-label={text('core.search.title')}
          aria-expanded={found.length > 0}
          aria-controls={list}
          aria-activedescendant={at >= 0 ? `${list}-${at}` : undefined}
          aria-describedby={status}
          placeholder={text('core.search.placeholder')}
          value={typed}
          onFocus={() => {
            const ahead = takeTyped?.();
            if (ahead) setTyped((now) => ahead + now);
          }}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={list} role="listbox" aria-label={text('core.search.results')} className={styles.list}>
        {found.map((one, index) => (
          <Option
            key={one.key}
            id={`${list}-${index}`}
            found={one}
            isFirstOfGroup={found[index - 1]?.group !== one.group}
            isActive={index === at}
            onPoint={() => setActive(index)}
            onOpen={() => open(one)}
          />
        ))}
      </div>
      <p id={status} className={styles.status} role="status">
        {search.error !== null && typed.trim() !== '' ? (
          errorWords(search.error, text).title
        ) : found.length === 0 ? (
          !isSearching && text('core.search.nothing', { query: typed.trim() })
        ) : (
          <span className={styles.keys}>{text('core.search.hint')}</span>
        )}
      </p>
    </Dialog>
  );
}

function useFound(
  typed: string,
  screens: readonly SearchScreen[],
  hits: NonNullable<ReturnType<typeof useSearch>['data']>,
): readonly Found[] {
  const text = useText();
  const [hasScreen, pathTo] = [useHasScreen(), usePathTo()];
  const query = typed.trim();
  const pages = matchScreens(screens, query).map(({ label, href, icon }) => ({
    key: href,
    group: text('core.search.screens'),
    title: label,
    subtitle: '',
    href,
    icon,
  }));
  if (query === '') return pages;
  const records = hits.flatMap((hit) => {
    const href = addressOf(hit, hasScreen, pathTo);
    const { kind, id, title, subtitle } = hit;
    const group = resourceText(kind, text);
    return href === undefined
      ? []
      : [{ key: `${kind} ${id}`, group, title, subtitle, href, icon: undefined }];
  });
  return [...pages, ...records];
}

interface OptionProps {
  readonly id: string;
  readonly found: Found;
  readonly isFirstOfGroup: boolean;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onOpen: () => void;
}

function Option({ id, found, isFirstOfGroup, isActive, onPoint, onOpen }: OptionProps) {
  const { group, title, subtitle, icon: Icon } = found;
  return (
    <>
      {isFirstOfGroup && (
        <div className={styles.group} role="presentation">
          {group}
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and its keys */}
      <div
        id={id}
        role="option"
        aria-selected={isActive}
        className={styles.option}
        onPointerMove={isActive ? undefined : onPoint}
        onClick={onOpen}
      >
        {Icon && <Icon size={16} stroke={1.75} aria-hidden />}
        <span className={styles.title}>{title}</span>
        {subtitle !== '' && <span className={styles.subtitle}>{subtitle}</span>}
      </div>
    </>
  );
}
