import type { history } from '#contract/core/history.ts';
import type { Row } from '#contract/resource.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { changeText, lineTitle, linesOf } from './history.rules.ts';
import { LongText } from './long-text.tsx';
import styles from './history.module.css';

interface HistoryLinesProps {
  /** In the order in which they are shown. */
  readonly entries: readonly Row<typeof history>[];
  /** Where the labels of their fields stand. */
  readonly labels: string;
}

/** Lines of a history that came with the record: when, who, what, old and new. */
export function HistoryLines({ entries, labels }: HistoryLinesProps) {
  const text = useText();
  const language = useLanguage();
  const all = { own: labels, parts: {} };
  return (
    <ol className={styles.lines}>
      {linesOf(entries).map((line) => (
        <li key={line.id}>
          {line.isFirst && (
            <p>
              <DateText value={line.entry.at} /> {line.entry.userName}
              {!line.entry.isSealed && (
                <>
                  {' '}
                  <span className="balie-empty">{text('core.history.unsealed')}</span>
                </>
              )}
            </p>
          )}
          <p>
            <strong>{lineTitle(line, all, text)}</strong>
            {line.change && (
              <>
                {': '}
                <LongText>{changeText(labels, line.change, 'old', text, language)}</LongText>
                {' → '}
                <LongText>{changeText(labels, line.change, 'new', text, language)}</LongText>
              </>
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}
