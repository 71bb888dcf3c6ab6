import { DateText } from '#portal/kit/format/date-text.tsx';
import { personInitials } from '#portal/kit/format/initials.ts';
import { useText } from '#portal/kit/text.ts';
import type { CommentEntry } from './comments.api.ts';
import { partsOf } from './mention.rules.ts';
import styles from './comments.module.css';

/** What was written about an invoice: who, when and what, the oldest first. */
export function CommentEntries({ entries }: { readonly entries: readonly CommentEntry[] }) {
  const text = useText();
  return (
    <ol className={styles.entries} aria-label={text('invoicing.comments.entries')}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <span className={styles.initials} aria-hidden>
            {personInitials(entry.userName)}
          </span>
          <div>
            <p className={styles.who}>
              <strong>{entry.userName}</strong>{' '}
              <span className="balie-empty">
                {entry.kind === 'edited' && `${text('invoicing.comments.edited')} `}
                <DateText value={entry.at} />
              </span>
            </p>
            <p className={styles.words}>
              {partsOf(entry.text, entry.mentions).map(({ text: part, isMention }, index) =>
                // Parts have no other name than their place.
                // oxlint-disable-next-line react/no-array-index-key
                isMention ? <mark key={index}>{part}</mark> : part,
              )}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
