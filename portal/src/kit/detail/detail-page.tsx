import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useKeys } from '../keys/use-keys.ts';
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
  /** Escape leads back, where nothing on the page is edited in its place. */
  readonly leavesOnEscape?: boolean;
  /** Facts, tabs, cards. */
  readonly children: ReactNode;
}

/** One record: the way back, its name, status and actions, and below that what is known of it. */
export function DetailPage(props: DetailPageProps) {
  const { back, title, number, picture, chip, actions = [], leavesOnEscape = false, children } = props;
  const navigate = useNavigate();
  useKeys([
    leavesOnEscape && { keys: 'Escape', label: 'kit.keys.back', run: () => void navigate({ to: back.href }) },
  ]);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <BackLink href={back.href} label={back.label} />
        <div className={styles.titleLine}>
          {picture}
          <h1 className={styles.title} title={title}>
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
