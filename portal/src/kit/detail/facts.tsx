import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { useText } from '../text.ts';
import styles from './detail.module.css';

/** One thing known of a record. */
export interface Fact {
  /** Translated. */
  readonly label: string;
  /** Empty shows 'Niet opgegeven'. */
  readonly value: ReactNode;
}

interface FactsProps {
  readonly facts: readonly Fact[];
  /** In one line under a title, or below each other in a card with the label on the left. */
  readonly layout?: 'line' | 'list';
}

/** What is known of a record, label and value. */
export function Facts({ facts, layout = 'line' }: FactsProps) {
  const text = useText();
  return (
    <dl className={cx(layout === 'line' ? styles.factLine : styles.factList)}>
      {facts.map(({ label, value }) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd>{isEmpty(value) ? <span className="balie-empty">{text('kit.notStated')}</span> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

function isEmpty(value: ReactNode): boolean {
  return value === null || value === undefined || value === '' || value === false;
}
