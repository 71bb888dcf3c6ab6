import { IconPointer, IconUserCheck } from '@tabler/icons-react';
import { Fragment, type KeyboardEvent, useEffect, useRef } from 'react';
import {
  documentProperty,
  type DocumentProperty,
  type FoundProperty,
  type FoundVatRate,
  sureFrom,
} from '#contract/documents/properties.ts';
import { cx } from '#portal/kit/cx.ts';
import { Confidence } from '#portal/kit/format/confidence.tsx';
import { Key } from '#portal/kit/format/key.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { isMoving } from '#portal/kit/is-moving.ts';
import { useText } from '#portal/kit/text.ts';
import { choicesOf, CorrectionPanel } from './correction-panel.tsx';
import { RateRows } from './rate-rows.tsx';
import { PropertyValue } from './property-value.tsx';
import { reasonsLine } from './reasons.ts';
import type { Correction, ValueWork } from './use-value-work.ts';
import { useFocusBack } from './use-focus-back.ts';
import { showValue } from './value.rules.ts';
import styles from './values.module.css';

/** Walking the doubtful values, where a screen asks for it. */
export interface ValueReview {
  /** Doubtful, and not said to be right yet. */
  readonly isLeft: (property: string) => boolean;
  readonly arrive: (property: string) => void;
  readonly check: (property: string) => void;
  readonly goOn: (property: string) => void;
  /** False when there is none before. */
  readonly goBack: (property: string) => boolean;
}

interface ValuesTableProps {
  readonly properties: readonly FoundProperty[];
  /** Shown beneath the VAT. */
  readonly vatRates: readonly FoundVatRate[];
  readonly work: ValueWork;
  /** Whether values may be corrected. */
  readonly mayCorrect: boolean;
  /** Whether the page can be clicked. */
  readonly hasPages: boolean;
  readonly review?: ValueReview | undefined;
  /** Takes one of the candidates, from 1; needed to walk them. */
  readonly onChoose?: (property: DocumentProperty, number: number) => void;
}

/** What was read: property, value with its reason, and confidence. Pointing at one shows it on the page. */
export function ValuesTable(props: ValuesTableProps) {
  const { properties, vatRates, work, mayCorrect, hasPages, review, onChoose } = props;
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
        {documentProperty.options.map((property) => (
          <Fragment key={property}>
            <ValueRow
              property={property}
              found={properties.find((found) => found.property === property)}
              currency={currency}
              work={work}
              mayCorrect={mayCorrect}
              hasPages={hasPages}
              review={review}
              onChoose={onChoose}
            />
            {property === 'vat' && <RateRows rates={vatRates} currency={currency} work={work} />}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

interface ValueRowProps extends Omit<ValuesTableProps, 'properties' | 'vatRates' | 'onChoose'> {
  readonly onChoose: ValuesTableProps['onChoose'];
  readonly property: DocumentProperty;
  readonly found: FoundProperty | undefined;
  readonly currency: string;
}

function ValueRow(props: ValueRowProps) {
  const { property, found, currency, work, mayCorrect, hasPages, review, onChoose } = props;
  const text = useText();
  const language = useLanguage();
  const isEditing = work.editing === property;
  const isFocused = work.focused === property;
  const row = useScrollIntoView(isFocused || isEditing);
  const label = text(`documentsWork.property.${property}`);
  const hasValue = found !== undefined && found.value !== '';
  const isDoubtful = hasValue && !found.isConfirmed && found.confidence < sureFrom;
  const choices = isDoubtful && mayCorrect ? choicesOf(found) : [];
  const button = useFocusBack(isEditing);
  const value = hasValue ? (
    <PropertyValue property={property} value={found.value} currency={currency} />
  ) : (
    <span className="balie-empty">{text('documentsWork.values.notFound')}</span>
  );
  const onPoint = {
    onFocus: () => {
      work.focus(property);
      review?.arrive(property);
    },
    onBlur: () => work.focus(undefined),
  };
  function choose(choice: Correction, index: number) {
    if (onChoose) onChoose(property, index + 1);
    else void work.correct(property, choice);
  }
  function onKeyDown(event: KeyboardEvent) {
    // While a value is being saved the keys are kept for what follows it.
    if (review === undefined || !review.isLeft(property) || isEditing || work.saving !== undefined) return;
    const choice = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
    if (choices[choice] !== undefined) choose(choices[choice], choice);
    else if (event.key === 'Enter') review.check(property);
    else if (event.key === 'Tab' && !event.shiftKey) review.goOn(property);
    else if (event.key !== 'Tab' || !review.goBack(property)) return;
    event.preventDefault();
  }
  return (
    <>
      <tr
        ref={row}
        className={cx(isDoubtful && styles.doubtful, (isFocused || isEditing) && styles.focused)}
        data-property={property}
        onMouseMove={(event) => isMoving(event) && work.focus(property)}
        onMouseLeave={() => work.focus(undefined)}
      >
        <th scope="row">{label}</th>
        <td>
          {mayCorrect ? (
            <button
              ref={button}
              type="button"
              className={`balie-value ${styles.value}`}
              aria-expanded={isEditing}
              data-stop={property}
              onKeyDown={onKeyDown}
              title={text('documentsWork.correct.button', { property: label })}
              {...onPoint}
              onClick={() => work.edit(isEditing ? undefined : property)}
            >
              {value}
            </button>
          ) : (
            // Without the permission to change it, the keyboard still finds a value on the page.
            <span
              className={styles.value}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
              {...onPoint}
            >
              {value}
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
          {choices.length > 1 && !isEditing && (
            <span className={styles.candidates}>
              {choices.map((choice, index) => (
                <button
                  key={choice.value}
                  type="button"
                  className={styles.candidate}
                  tabIndex={-1}
                  aria-label={text('documentsWork.correct.choose', {
                    value: showValue(property, choice.value, language, currency),
                  })}
                  disabled={work.saving === property}
                  onClick={() => choose(choice, index)}
                >
                  <PropertyValue property={property} value={choice.value} currency={currency} />
                  {review && <Key>{index + 1}</Key>}
                </button>
              ))}
            </span>
          )}
        </td>
        <td className={styles.right}>
          <Certainty
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

interface CertaintyProps {
  readonly found: FoundProperty | undefined;
  readonly canClick: boolean;
  readonly label: string;
  readonly onClick: () => void;
}

function Certainty({ found, canClick, label, onClick }: CertaintyProps) {
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

// A value that is pointed at on the page scrolls into view; pointing in the list itself must not scroll it.
function useScrollIntoView(isWanted: boolean) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isWanted && !row.current?.matches(':hover')) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isWanted]);
  return row;
}
