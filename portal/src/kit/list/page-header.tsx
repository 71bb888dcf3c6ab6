import type { ReactNode } from 'react';
import { formatNumber } from '#contract/money.ts';
import { useLanguage } from '../format/use-language.ts';
import styles from './list-page.module.css';

interface PageHeaderProps {
  readonly title: string;
  readonly count?: number | undefined;
  /** Between title and actions: search, views, filters. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** The head of a page: title with its count in grey, tools, and actions on the right. */
export function PageHeader({ title, count, children, actions }: PageHeaderProps) {
  const language = useLanguage();
  return (
    <header className={styles.header}>
      <h1 className={styles.title}>
        {title}
        {count !== undefined && (
          <>
            {' '}
            <span className={styles.count}>{formatNumber(count, language)}</span>
          </>
        )}
      </h1>
      {children !== undefined && <div className={styles.tools}>{children}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
