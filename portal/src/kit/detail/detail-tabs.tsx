import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { formatNumber } from '#contract/money.ts';
import { useLanguage } from '../format/use-language.ts';
import { useText } from '../text.ts';
import styles from './detail.module.css';

/** A part of a record with an address of its own. */
export interface DetailTab {
  /** Translated. */
  readonly label: string;
  readonly href: string;
  /** How many it holds; left out while not known. */
  readonly count?: number | undefined;
}

/**
 * The parts of a record as links, each in the browser's history; the parent's `<Outlet />` shows the one that is open. Absent ones (`may && {…}`)
 * are skipped.
 */
export function DetailTabs({ tabs }: { readonly tabs: readonly (DetailTab | false)[] }) {
  const text = useText();
  const language = useLanguage();
  const bar = useRef<HTMLElement>(null);
  // On a phone the bar is wider than the screen: scroll the open part into view.
  useEffect(() => {
    const open = bar.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (bar.current && open) bar.current.scrollLeft = open.offsetLeft - bar.current.offsetLeft - 20;
  });
  return (
    <nav ref={bar} className={styles.tabs} aria-label={text('kit.detail.sections')}>
      {tabs
        .filter((tab) => tab !== false)
        .map(({ label, href, count }) => (
          <Link key={href} to={href} className={styles.tab} activeOptions={{ includeSearch: false }}>
            {label}
            {count !== undefined && <span className={styles.tabCount}>{formatNumber(count, language)}</span>}
          </Link>
        ))}
    </nav>
  );
}
