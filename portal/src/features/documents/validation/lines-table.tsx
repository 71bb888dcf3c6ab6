import { Button, TextInput } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconEqual, IconPlus, IconUserCheck } from '@tabler/icons-react';
import type { FormEvent, KeyboardEvent } from 'react';
import { cx } from '#portal/kit/cx.ts';
import { FieldError } from '#portal/kit/form/use-field.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { isMoving } from '#portal/kit/is-moving.ts';
import { useText } from '#portal/kit/text.ts';
import { formatNumber } from '#contract/money.ts';
import { useFocusBack } from '../values/use-focus-back.ts';
import values from '../values/values.module.css';
import type { Item } from './item.ts';
import { lineFields } from './line.rules.ts';
import styles from './lines.module.css';
import { compareSum, type FoundLine, isLineDoubtful, lineStop, sumStop } from './review.rules.ts';
import { type LineWork, newLine } from './use-line-work.ts';
import type { Review } from './use-review.ts';

interface LinesTableProps {
  readonly item: Item;
  readonly work: LineWork;
  readonly review: Review;
}

/** The invoice lines with their places on the page, and whether they come to the total; each can be mended. */
export function LinesTable({ item, work, review }: LinesTableProps) {
  const text = useText();
  const add = useFocusBack(work.draft?.stop === newLine);
  if (work.lines.length === 0 && !work.mayMend) return null;
  return (
    <section className={styles.lines} aria-label={text('documentsWork.lines.title')}>
      <header className={styles.head}>
        <h3>
          {text('documentsWork.lines.title')} <span className="balie-empty">{work.lines.length}</span>
        </h3>
        <Sum item={item} review={review} />
        {work.mayMend && (
          <Button
            ref={add}
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
            onClick={() => work.edit(newLine)}
          >
            {text('documentsWork.lines.add')}
          </Button>
        )}
      </header>
      {(work.lines.length > 0 || work.draft?.stop === newLine) && (
        <table className={cx(values.table, styles.table)}>
          <thead>
            <tr>
              <th scope="col">{text('documentsWork.lines.number')}</th>
              <th scope="col">{text('documentsWork.lines.description')}</th>
              <th scope="col">{text('documentsWork.lines.quantity')}</th>
              <th scope="col">{text('documentsWork.lines.unitPrice')}</th>
              <th scope="col">{text('documentsWork.lines.amount')}</th>
              <th scope="col">
                <span className="balie-hidden">{text('documentsWork.values.confidence')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {work.lines.map((line) => (
              <LineRow key={line.lineNumber} line={line} work={work} review={review} />
            ))}
            {work.draft?.stop === newLine && <LineEditor work={work} review={review} />}
          </tbody>
        </table>
      )}
    </section>
  );
}

interface LineProps {
  readonly line: FoundLine;
  readonly work: LineWork;
  readonly review: Review;
}

function LineRow({ line, work, review }: LineProps) {
  const text = useText();
  const language = useLanguage();
  const stop = lineStop(line.lineNumber);
  const isEditing = work.draft?.stop === stop;
  const isDoubtful = review.isLeft(stop);
  const button = useFocusBack(isEditing);
  if (isEditing) return <LineEditor work={work} review={review} />;
  return (
    <tr
      className={cx(isDoubtful && values.doubtful, work.focused === stop && values.focused)}
      onMouseMove={(event) => isMoving(event) && work.focus(stop)}
      onMouseLeave={() => work.focus(undefined)}
    >
      <td className="balie-number">{line.lineNumber}</td>
      <td>
        <button
          ref={button}
          type="button"
          className={`balie-value ${values.value}`}
          disabled={!work.mayMend}
          data-stop={stop}
          title={text('documentsWork.lines.mend')}
          onFocus={() => {
            work.focus(stop);
            review.arrive(stop);
          }}
          onBlur={() => work.focus(undefined)}
          onKeyDown={(event) => stepOnKey(event, stop, review)}
          onClick={() => work.edit(stop)}
        >
          {line.description || (
            <span className="balie-empty">{text('documentsWork.lines.noDescription')}</span>
          )}
        </button>
      </td>
      <td className="balie-number">{line.quantity === null ? '' : formatNumber(line.quantity, language)}</td>
      <td>{line.unitPriceInCents === null ? '' : <Money cents={line.unitPriceInCents} currency="" />}</td>
      <td>
        <Money cents={line.amountInCents} currency="" />
      </td>
      <td>
        <LineSign line={line} isDoubtful={isDoubtful} isChecked={review.isChecked(stop)} />
      </td>
    </tr>
  );
}

/** Enter says that it is right, Tab goes on, Shift Tab goes back: as long as it is doubtful. */
export function stepOnKey(event: KeyboardEvent, stop: string, review: Review): void {
  if (review.isHeld || !review.isLeft(stop)) return;
  if (event.key === 'Enter') review.check(stop);
  else if (event.key === 'Tab' && !event.shiftKey) review.goOn(stop);
  else if (event.key !== 'Tab' || !review.goBack(stop)) return;
  event.preventDefault();
}

interface LineSignProps {
  readonly line: FoundLine;
  readonly isDoubtful: boolean;
  readonly isChecked: boolean;
}

function LineSign({ line, isDoubtful, isChecked }: LineSignProps) {
  const text = useText();
  const [Icon, words] = isChecked
    ? [IconUserCheck, text('documentsWork.values.confirmed')]
    : isDoubtful || isLineDoubtful(line)
      ? [IconAlertCircle, text('documentsWork.lines.doubt')]
      : [IconCheck, text('documentsWork.lines.right')];
  return (
    <span className={cx(styles.sign, isDoubtful && styles.warn)} title={words}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span className="balie-hidden">{words}</span>
    </span>
  );
}

function LineEditor({ work, review }: { readonly work: LineWork; readonly review: Review }) {
  const text = useText();
  const { draft } = work;
  if (draft === undefined) return null;
  const { stop } = draft;
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (await work.submit()) review.goOn(stop);
  }
  return (
    <tr className={values.editing}>
      <td colSpan={6}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves from any field in it */}
        <form
          className={styles.editor}
          aria-label={text('documentsWork.lines.mend')}
          data-review
          noValidate
          onSubmit={(event) => void submit(event)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            work.close();
          }}
        >
          {lineFields.map((field, index) => (
            <TextInput
              key={field}
              className={styles[field] ?? ''}
              label={text(`documentsWork.lines.${field}`)}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person just asked for this line
              autoFocus={index === 0}
              value={draft.texts[field]}
              maxLength={field === 'description' ? 1000 : 24}
              error={
                draft.wrong.includes(field) && (
                  <FieldError sentences={[text('documentsWork.correct.wrong.money')]} />
                )
              }
              onFocus={() => work.into(field)}
              onChange={({ currentTarget }) => work.type(field, currentTarget.value)}
            />
          ))}
          <div className={styles.actions}>
            <Button type="submit" loading={work.isSaving}>
              {text('documentsWork.correct.save')}
            </Button>
            <Button variant="subtle" onClick={work.close}>
              {text('kit.cancel')}
            </Button>
            {stop !== newLine && (
              <Button
                variant="subtle"
                data-danger
                disabled={work.isSaving}
                onClick={() => void work.remove(stop).then((isDone) => isDone && review.comeBack())}
              >
                {text('documentsWork.lines.remove')}
              </Button>
            )}
          </div>
        </form>
      </td>
    </tr>
  );
}

function Sum({ item, review }: { readonly item: Item; readonly review: Review }) {
  const text = useText();
  const sum = compareSum(item);
  if (sum === undefined) return <span />;
  const total = text(`documentsWork.property.${sum.of}`);
  if (sum.differenceInCents === 0) {
    return (
      <span className={styles.equal}>
        <IconEqual size={16} stroke={1.75} aria-hidden />
        {text('documentsWork.lines.equal', { total })}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={cx('balie-value', styles.unequal, review.isChecked(sumStop) && styles.checked)}
      data-stop={sumStop}
      onFocus={() => review.arrive(sumStop)}
      onKeyDown={(event) => stepOnKey(event, sumStop, review)}
      onClick={() => review.isLeft(sumStop) && review.check(sumStop)}
    >
      <IconAlertCircle size={16} stroke={1.75} aria-hidden />
      {text('documentsWork.lines.unequal', { total })} <Money cents={sum.differenceInCents} />
    </button>
  );
}
