import type { ImportIssue } from '#contract/core/imports.ts';
import { useText } from '#portal/kit/text.ts';
import styles from './import.module.css';

interface ImportIssuesProps {
  readonly issues: readonly ImportIssue[];
  /** All lines that fail; the issues name the first of them. */
  readonly badCount: number;
}

/** The lines that fail, each with its field and the reason. */
export function ImportIssues({ issues, badCount }: ImportIssuesProps) {
  const text = useText();
  if (issues.length === 0) return null;
  const named = new Set(issues.map(({ line }) => line)).size;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <div className={styles.box} tabIndex={0} role="group" aria-label={text('core.import.issues')}>
      <table className={styles.table}>
        <caption className="balie-hidden">{text('core.import.issues')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('core.import.line')}</th>
            <th scope="col">{text('core.import.field')}</th>
            <th scope="col">{text('core.import.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {issues.map(({ line, field, column, reason }) => (
            <tr key={`${line} ${field}`}>
              <td>{line}</td>
              <td>{column || field}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {named < badCount && (
        <p className={styles.more}>{text('core.import.more', { count: badCount - named })}</p>
      )}
    </div>
  );
}
