import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { formatNumber } from '#contract/money.ts';
import type { Language } from '#contract/problem.ts';
import { editionText } from '#contract/workorders/edition.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { RowActions } from '#portal/kit/list/row-actions.tsx';
import { useText } from '#portal/kit/text.ts';
import { useIsSmall } from '#portal/kit/use-width.ts';
import { totalsOf, type LineValues } from './order-lines.rules.ts';
import styles from './order-lines.module.css';

/** A line in the block, known by a key of its own. */
export interface KeyedLine extends LineValues {
  readonly key: string;
  /** Whether the customer wants it, once they accepted an offer. */
  readonly isAccepted?: boolean | null;
}

interface OrderLinesTableProps {
  readonly lines: readonly KeyedLine[];
  readonly showsPurchase: boolean;
  readonly hasActions: boolean;
  /** Absent while something else is open. */
  readonly onEdit: ((key: string) => void) | undefined;
  readonly onRemove: ((key: string) => void) | undefined;
  /** The line whose editor takes the place of its row. */
  readonly editing: string | undefined;
  readonly renderEditor: (line: KeyedLine) => ReactNode;
}

interface Column {
  readonly key: keyof LineValues;
  readonly isNumber?: boolean;
  readonly value: (line: LineValues, language: Language) => string;
}

const columns: readonly Column[] = [
  { key: 'edition', isNumber: true, value: ({ edition }, language) => editionText(edition, language) },
  // Format and size are read as one: 'A4, 64 pag.'.
  { key: 'format', value: ({ format, size }) => [format, size].filter(Boolean).join(', ') },
  { key: 'printing', value: ({ printing }) => printing },
  { key: 'material', value: ({ material }) => material },
  { key: 'finish', value: ({ finish }) => finish },
];

export function OrderLinesTable(props: OrderLinesTableProps) {
  const { lines, showsPurchase, hasActions, editing, renderEditor } = props;
  const text = useText();
  const isSmall = useIsSmall();
  const width = columns.length + 2 + Number(showsPurchase) + Number(hasActions);
  const head = (key: keyof LineValues, isNumber?: boolean) => (
    <th key={key} scope="col" className={isNumber ? styles.right : undefined}>
      {text(`workorders.lines.${key}`)}
    </th>
  );
  return (
    <>
      <div
        className={styles.scroll}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        role="group"
        aria-label={text('workorders.lines.title')}
      >
        <table className={styles.table}>
          <caption className="balie-hidden">{text('workorders.lines.title')}</caption>
          <thead>
            <tr>
              {head('description')}
              {columns.map(({ key, isNumber }) => head(key, isNumber))}
              {showsPurchase && head('purchaseAmount', true)}
              {head('salesAmount', true)}
              {hasActions && (
                <th scope="col">
                  <span className="balie-hidden">{text('kit.table.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Fragment key={line.key}>
                {line.key === editing ? (
                  <tr>
                    <td colSpan={width} className={styles.editorCell}>
                      {renderEditor(line)}
                    </td>
                  </tr>
                ) : (
                  <LineRow {...props} line={line} />
                )}
              </Fragment>
            ))}
          </tbody>
          {!isSmall && <TotalsRow {...props} />}
        </table>
      </div>
      {isSmall && <TotalsBelow {...props} />}
    </>
  );
}

interface LineRowProps extends Pick<
  OrderLinesTableProps,
  'showsPurchase' | 'hasActions' | 'onEdit' | 'onRemove'
> {
  readonly line: KeyedLine;
}

function LineRow({ line, showsPurchase, hasActions, onEdit, onRemove }: LineRowProps) {
  const language = useLanguage();
  const { key, description, note, purchaseAmount, salesAmount, vat, isAccepted = null } = line;
  const { quantity, unitAmount, discountPercentage } = line;
  const text = useText();
  return (
    <tr className={isAccepted === false ? styles.refused : undefined}>
      <th scope="row">
        {description}
        {isAccepted !== null && <Acceptance isAccepted={isAccepted} />}
        {note !== '' && <div className={styles.lineNote}>{note}</div>}
      </th>
      {columns.map((column) => (
        <td key={column.key} className={column.isNumber ? styles.right : undefined}>
          {column.value(line, language) || '–'}
        </td>
      ))}
      {showsPurchase && (
        <td className={styles.right}>
          <Money cents={purchaseAmount ?? 0} currency="" />
        </td>
      )}
      <td className={styles.sales}>
        <Money cents={salesAmount ?? 0} currency="" />
        {quantity !== null && unitAmount !== null && (
          <div className={styles.lineNote}>
            {formatNumber(quantity / 100, language)} × <Money cents={unitAmount} currency="" />
            {discountPercentage ? ` −${formatNumber(discountPercentage / 100, language)}%` : ''}
          </div>
        )}
        {vat !== 'standard' && <div className={styles.lineNote}>{text(`workorders.vat.${vat}`)}</div>}
      </td>
      {hasActions && (
        <td className={styles.actions}>
          <RowActions
            name={description}
            onEdit={onEdit && (() => onEdit(key))}
            onRemove={onRemove && (() => onRemove(key))}
          />
        </td>
      )}
    </tr>
  );
}

function Acceptance({ isAccepted }: { readonly isAccepted: boolean }) {
  const text = useText();
  return (
    <div className={styles.acceptance}>
      {isAccepted ? (
        <StatusChip meaning="ok" icon={IconCircleCheck} word={text('workorders.lines.accepted')} />
      ) : (
        <StatusChip meaning="neutral" icon={IconCircleX} word={text('workorders.lines.notChosen')} />
      )}
    </div>
  );
}

type TotalsProps = Pick<OrderLinesTableProps, 'lines' | 'showsPurchase' | 'hasActions'>;

/** A table that scrolls sideways would hide its sums: there they stand below it. */
function TotalsBelow({ lines, showsPurchase }: TotalsProps) {
  const text = useText();
  const { sales, purchase } = totalsOf(lines);
  return (
    <dl className={styles.totals}>
      {showsPurchase && (
        <div>
          <dt>{text('workorders.lines.purchaseAmount')}</dt>
          <dd>
            <Money cents={purchase} />
          </dd>
        </div>
      )}
      <div>
        <dt>
          <TotalLabel lines={lines} showsPurchase={showsPurchase} />
        </dt>
        <dd>
          <Money cents={sales} />
        </dd>
      </div>
    </dl>
  );
}

function TotalsRow({ lines, showsPurchase, hasActions }: TotalsProps) {
  const { sales, purchase } = totalsOf(lines);
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={columns.length + 1}>
          <TotalLabel lines={lines} showsPurchase={showsPurchase} />
        </th>
        {showsPurchase && (
          <td className={styles.sales}>
            <Money cents={purchase} />
          </td>
        )}
        <td className={styles.sales}>
          <Money cents={sales} />
        </td>
        {hasActions && <td aria-hidden />}
      </tr>
    </tfoot>
  );
}

function TotalLabel({ lines, showsPurchase }: Pick<TotalsProps, 'lines' | 'showsPurchase'>) {
  const text = useText();
  const language = useLanguage();
  const { margin } = totalsOf(lines);
  const share = margin === null ? null : formatNumber(margin * 100, language, { min: 1, max: 1 });
  return (
    <>
      {text('workorders.lines.total')}
      {showsPurchase && share !== null && (
        <span className={styles.margin}> {text('workorders.lines.margin', { share })}</span>
      )}
    </>
  );
}
