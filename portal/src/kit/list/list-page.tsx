import type { ReactNode } from 'react';
import { PageHeader } from './page-header.tsx';
import styles from './list-page.module.css';

interface ListPageProps {
  readonly title: string;
  /** All matches, grey beside the title; left out while not known. */
  readonly count?: number | undefined;
  /** The SearchBox. */
  readonly search?: ReactNode;
  /** Choices that narrow the list. */
  readonly filters?: ReactNode;
  /** Buttons on the right, the one primary last. */
  readonly actions?: ReactNode;
  /** DataTable and Pager. */
  readonly children: ReactNode;
}

/** A list that fills the sheet: one header line, the table, the pager stuck to the bottom. */
export function ListPage({ title, count, search, filters, actions, children }: ListPageProps) {
  return (
    <div className={styles.page}>
      <PageHeader title={title} count={count} actions={actions}>
        {search}
        {filters}
      </PageHeader>
      {children}
    </div>
  );
}
