import { useId, type ReactNode } from 'react';
import styles from './detail.module.css';

interface CardProps {
  readonly title: string;
  readonly count?: number | undefined;
  readonly actions?: ReactNode;
  /** No room around the content: tables reach the edges. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}

/** A part of a rich detail. Never one inside another. */
export function Card({ title, count, actions, isFlush = false, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id} data-flush={isFlush || undefined}>
      <header className={styles.cardHead}>
        <h2 id={id}>
          {title}
          {count !== undefined && (
            <>
              {' '}
              <span className={styles.number}>{count}</span>
            </>
          )}
        </h2>
        {actions}
      </header>
      {children}
    </section>
  );
}

/** Cards beside each other where there is room, in one column below 992. */
export function Cards({ children }: { readonly children: ReactNode }) {
  return <div className={styles.cards}>{children}</div>;
}
