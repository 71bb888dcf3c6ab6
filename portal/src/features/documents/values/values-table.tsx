import { IconPointer, IconUserCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { DocumentProperty, FoundProperty } from '#contract/documents/properties.ts';
import { cx } from '#portal/kit/cx.ts';
import { Confidence } from '#portal/kit/format/confidence.tsx';
import { useText } from '#portal/kit/text.ts';
import { CorrectionPanel } from './correction-panel.tsx';
import { PropertyValue } from './property-value.tsx';
import { reasonsLine } from './reasons.ts';
import { allProperties, type ValueWork } from './use-value-work.ts';
import styles from './values.module.css';

interface ValuesTableProps {
  readonly properties: readonly FoundProperty[];
  readonly work: ValueWork;
  /** Whether values may be corrected. */
  readonly mayCorrect: boolean;
  /** Whether the page can be clicked. */
  readonly hasPages: boolean;
}

/** What was read: property, value with its reason, and how sure that is. Pointing at one shows it on the page. */
export function ValuesTable({ properties, work, mayCorrect, hasPages }: ValuesTableProps) {
  const text = useText();
  const currency = properties.find(({ property }) => property === 'currency')?.value || 'EUR';
  return (
    <table className={styles.table}>
      <caption className="balie-hidden">{text('documentsWork.values.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{text('documentsWork.values.property')}</th>
          <th scope="col">{text('documentsWork.values.value')}</th>
          <th scope="col" className={styles.right}>
            {text('documentsWork.values.confidence')}
          </th>
        </tr>
      </thead>
      <tbody>
        {allProperties(properties).map(({ property, found }) => (
          <ValueRow
            key={property}
            property={property}
            found={found}
            currency={currency}
            work={work}
            mayCorrect={mayCorrect}
            hasPages={hasPages}
          />
        ))}
      </tbody>
    </table>
  );
}

interface ValueRowProps extends Omit<ValuesTableProps, 'properties'> {
  readonly property: DocumentProperty;
  readonly found: FoundProperty | undefined;
  readonly currency: string;
}

function ValueRow({ property, found, currency, work, mayCorrect, hasPages }: ValueRowProps) {
  const text = useText();
  const isEditing = work.editing === property;
  const isFocused = work.focused === property;
  const row = useScrollIntoView(isFocused || isEditing);
  const label = text(`documentsWork.property.${property}`);
  const hasValue = found !== undefined && found.value !== '';
  const isDoubtful = hasValue && !found.isConfirmed && found.confidence < 0.7;
  const name = (
    <>
      {hasValue ? (
        <PropertyValue property={property} value={found.value} currency={currency} />
      ) : (
        <span className="balie-empty">{text('documentsWork.values.notFound')}</span>
      )}
    </>
  );
  return (
    <>
      <tr
        ref={row}
        className={cx(isDoubtful && styles.doubtful, (isFocused || isEditing) && styles.focused)}
        data-property={property}
        onMouseEnter={() => work.focus(property)}
        onMouseLeave={() => work.focus(undefined)}
      >
        <th scope="row">{label}</th>
        <td>
          {mayCorrect ? (
            <button
              type="button"
              className={styles.value}
              aria-expanded={isEditing}
              title={text('documentsWork.correct.button', { property: label })}
              onFocus={() => work.focus(property)}
              onBlur={() => work.focus(undefined)}
              onClick={() => work.edit(isEditing ? undefined : property)}
            >
              {name}
            </button>
          ) : (
            // Without the right to change it a value can still be looked up on the page by keyboard.
            <span
              className={styles.value}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
              onFocus={() => work.focus(property)}
              onBlur={() => work.focus(undefined)}
            >
              {name}
            </span>
          )}
          {hasValue && (
            <span className={styles.reason}>
              {reasonsLine(
                found.reasons.filter((code) => !code.endsWith(`:${found.value}`)),
                text,
              )}
            </span>
          )}
        </td>
        <td className={styles.right}>
          <Sureness
            found={hasValue ? found : undefined}
            canClick={mayCorrect && hasPages}
            onClick={() => work.edit(property)}
            label={label}
          />
        </td>
      </tr>
      {isEditing && (
        <tr className={styles.editing}>
          <td colSpan={3}>
            <CorrectionPanel
              key={property}
              property={property}
              found={found}
              currency={currency}
              work={work}
              hasPages={hasPages}
            />
          </td>
        </tr>
      )}
    </>
  );
}

interface SurenessProps {
  readonly found: FoundProperty | undefined;
  readonly canClick: boolean;
  readonly label: string;
  readonly onClick: () => void;
}

function Sureness({ found, canClick, label, onClick }: SurenessProps) {
  const text = useText();
  if (found?.isConfirmed) {
    return (
      <span className={styles.confirmed}>
        <IconUserCheck size={16} stroke={1.75} aria-hidden />
        {text('documentsWork.values.confirmed')}
      </span>
    );
  }
  if (found) return <Confidence value={found.confidence} />;
  if (!canClick) return <span className="balie-empty">–</span>;
  return (
    <button
      type="button"
      className={styles.point}
      aria-label={`${text('documentsWork.values.clickPage')}: ${text('documentsWork.correct.button', { property: label })}`}
      onClick={onClick}
    >
      <IconPointer size={16} stroke={1.75} aria-hidden />
      <span className={styles.pointWords}>{text('documentsWork.values.clickPage')}</span>
    </button>
  );
}

// What is pointed at on the page must be seen in the list; what the list points at itself stays where it is.
function useScrollIntoView(isWanted: boolean) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isWanted && !row.current?.matches(':hover')) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isWanted]);
  return row;
}
