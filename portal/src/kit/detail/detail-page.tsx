import type { ReactNode } from 'react';
import { BackLink } from './back-link.tsx';
import { DetailActions, type DetailAction } from './detail-actions.tsx';
import styles from './detail.module.css';

interface DetailPageProps {
  readonly back: { readonly href: string; readonly label: string };
  readonly title: string;
  /** Grey before the title, where people quote a number. */
  readonly number?: string | undefined;
  /** A logo or its initials, before the title. */
  readonly picture?: ReactNode;
  /** The status. */
  readonly chip?: ReactNode;
  readonly actions?: readonly (DetailAction | false | undefined)[];
  /** Facts, tabs, cards. */
  readonly children: ReactNode;
}

/** One record: the way back, its name, status and actions, and below that what is known of it. */
export function DetailPage({ back, title, number, picture, chip, actions = [], children }: DetailPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <BackLink href={back.href} label={back.label} />
        <div className={styles.titleLine}>
          {picture}
          <h1 className={styles.title}>
            {number !== undefined && <span className={styles.number}>{number} </span>}
            {title}
          </h1>
          {chip}
          <DetailActions actions={actions} />
        </div>
      </header>
      {children}
    </div>
  );
}
