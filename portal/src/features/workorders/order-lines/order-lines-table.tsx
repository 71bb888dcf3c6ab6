import { IconCircleCheck, IconCirclePlus, IconCircleX, IconCircles, IconCopy } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { formatNumber, formatPrice } from '#contract/money.ts';
import type { Language } from '#contract/problem.ts';
import { editionText } from '#contract/workorders/edition.ts';
import { cx } from '#portal/kit/cx.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { RowAction, RowActions } from '#portal/kit/list/row-actions.tsx';
import { useText } from '#portal/kit/text.ts';
import { useIsSmall } from '#portal/kit/use-width.ts';
import { totalsOf, type LineValues, type OrderLine } from './order-lines.rules.ts';
import styles from './order-lines.module.css';

/** A line in the block, known by a key of its own. */
export interface KeyedLine extends LineValues {
  readonly key: string;
  /** Whether the customer wants it, once they accepted an offer. */
  readonly isAccepted?: boolean | null;
  /** Why it does not count while they did not. */
  readonly uncountedAs?: OrderLine['uncountedAs'];
}

interface OrderLinesTableProps {
  readonly lines: readonly KeyedLine[];
  readonly showsPurchase: boolean;
  readonly hasActions: boolean;
  /** Percent off all lines, by the accepted offer. */
  readonly discountPercentage: number | null;
  /** Absent while something else is open. */
  readonly onEdit: ((key: string) => void) | undefined;
  readonly onRemove: ((key: string) => void) | undefined;
  /** Starts a new line that is like this one. */
  readonly onCopy: ((key: string) => void) | undefined;
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

const acceptanceLooks = {
  accepted: { meaning: 'ok', icon: IconCircleCheck },
  notChosen: { meaning: 'neutral', icon: IconCircleX },
  optional: { meaning: 'neutral', icon: IconCirclePlus },
  alternative: { meaning: 'neutral', icon: IconCircles },
} as const;

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
  if (isSmall) return <LineCards {...props} />;
  return (
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
        <TotalsRow {...props} />
      </table>
    </div>
  );
}

/** On a phone each line is a block: a table would hide its price and its buttons. */
function LineCards(props: OrderLinesTableProps) {
  const { lines, editing, renderEditor } = props;
  const text = useText();
  return (
    <>
      <ul className={styles.cards} aria-label={text('workorders.lines.title')}>
        {lines.map((line) => (
          <li key={line.key}>
            {line.key === editing ? renderEditor(line) : <LineCard {...props} line={line} />}
          </li>
        ))}
      </ul>
      <TotalsBelow {...props} />
    </>
  );
}

interface LineRowProps extends Pick<
  OrderLinesTableProps,
  'showsPurchase' | 'hasActions' | 'onEdit' | 'onRemove' | 'onCopy'
> {
  readonly line: KeyedLine;
}

function LineCard({ line, showsPurchase, ...actions }: LineRowProps) {
  const language = useLanguage();
  const text = useText();
  const { description, note, purchaseAmount } = line;
  const specification = columns
    .map(({ key, value }) =>
      key === 'edition' && line.edition !== ''
        ? `${text('workorders.lines.edition')} ${value(line, language)}`
        : value(line, language),
    )
    .filter(Boolean);
  return (
    <div className={cx(styles.card, line.isAccepted === false && styles.refused)}>
      <div className={styles.cardName}>
        {description}
        {specification.length > 0 && <div className={styles.lineNote}>{specification.join(' · ')}</div>}
        {note !== '' && <div className={styles.lineNote}>{note}</div>}
        <Acceptance line={line} />
      </div>
      <div className={styles.sales}>
        <Sales line={line} />
      </div>
      <div className={styles.cardFoot}>
        {showsPurchase && (
          <span className={styles.lineNote}>
            {text('workorders.lines.purchaseAmount')} <Money cents={purchaseAmount ?? 0} currency="" />
          </span>
        )}
        <span className={styles.cardActions}>
          <LineActions line={line} {...actions} />
        </span>
      </div>
    </div>
  );
}

function LineActions({ line, onEdit, onRemove, onCopy }: Omit<LineRowProps, 'showsPurchase' | 'hasActions'>) {
  const text = useText();
  const { key, description: name } = line;
  return (
    <>
      {onCopy && (
        <RowAction
          icon={IconCopy}
          label={text('workorders.lines.copy', { name })}
          onClick={() => onCopy(key)}
        />
      )}
      <RowActions
        name={name}
        onEdit={onEdit && (() => onEdit(key))}
        onRemove={onRemove && (() => onRemove(key))}
      />
    </>
  );
}

/** What a line costs, and how that follows. */
function Sales({ line }: Pick<LineRowProps, 'line'>) {
  const language = useLanguage();
  const text = useText();
  const { salesAmount, quantity, unitAmount, discountPercentage, vat } = line;
  return (
    <>
      <Money cents={salesAmount ?? 0} currency="" />
      {quantity !== null && unitAmount !== null && (
        <div className={styles.lineNote}>
          {formatNumber(quantity / 100, language)} × {formatPrice(unitAmount, language)}
          {discountPercentage ? ` −${formatNumber(discountPercentage / 100, language)}%` : ''}
        </div>
      )}
      {vat !== 'standard' && <div className={styles.lineNote}>{text(`workorders.vat.${vat}`)}</div>}
    </>
  );
}

function LineRow({ line, showsPurchase, hasActions, ...actions }: LineRowProps) {
  const language = useLanguage();
  const { description, note, purchaseAmount } = line;
  return (
    <tr className={line.isAccepted === false ? styles.refused : undefined}>
      <th scope="row">
        {description}
        <Acceptance line={line} />
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
        <Sales line={line} />
      </td>
      {hasActions && (
        <td className={styles.actions}>
          <LineActions line={line} {...actions} />
        </td>
      )}
    </tr>
  );
}

/** What an offer says of a line: chosen or not, or that it does not count yet. */
function Acceptance({ line: { isAccepted = null, uncountedAs = null } }: { readonly line: KeyedLine }) {
  const text = useText();
  const said = isAccepted === null ? uncountedAs : isAccepted ? 'accepted' : 'notChosen';
  if (said === null) return null;
  return (
    <div className={styles.acceptance}>
      <StatusChip {...acceptanceLooks[said]} word={text(`workorders.lines.${said}`)} />
    </div>
  );
}

type TotalsProps = Pick<
  OrderLinesTableProps,
  'lines' | 'showsPurchase' | 'hasActions' | 'discountPercentage'
>;

function TotalsBelow(props: TotalsProps) {
  const { lines, showsPurchase, discountPercentage } = props;
  const text = useText();
  const { sales, discount, purchase } = totalsOf(lines, discountPercentage);
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
      {discount !== 0 && (
        <div>
          <dt>
            <DiscountLabel percentage={discountPercentage} />
          </dt>
          <dd>
            <Money cents={-discount} />
          </dd>
        </div>
      )}
      <div>
        <dt>
          <TotalLabel {...props} />
        </dt>
        <dd>
          <Money cents={sales} />
        </dd>
      </div>
    </dl>
  );
}

function TotalsRow(props: TotalsProps) {
  const { lines, showsPurchase, hasActions, discountPercentage } = props;
  const { sales, discount, purchase } = totalsOf(lines, discountPercentage);
  return (
    <tfoot>
      {discount !== 0 && (
        <tr>
          <th scope="row" colSpan={columns.length + 1 + Number(showsPurchase)}>
            <DiscountLabel percentage={discountPercentage} />
          </th>
          <td className={styles.sales}>
            <Money cents={-discount} />
          </td>
          {hasActions && <td aria-hidden />}
        </tr>
      )}
      <tr>
        <th scope="row" colSpan={columns.length + 1}>
          <TotalLabel {...props} />
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

function DiscountLabel({ percentage }: { readonly percentage: number | null }) {
  return useText()('workorders.lines.offerDiscount', {
    percentage: formatNumber(percentage ?? 0, useLanguage()),
  });
}

function TotalLabel({ lines, showsPurchase, discountPercentage }: TotalsProps) {
  const text = useText();
  const language = useLanguage();
  const { margin } = totalsOf(lines, discountPercentage);
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
