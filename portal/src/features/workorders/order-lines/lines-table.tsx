import { Fragment, type ReactNode } from 'react';
import { formatNumber } from '#contract/money.ts';
import { editionText } from '#contract/workorders/edition.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { RowActions } from '#portal/kit/list/row-actions.tsx';
import { useText } from '#portal/kit/text.ts';
import { useIsSmall } from '#portal/kit/use-width.ts';
import { totalsOf, type LineValues } from './lines.rules.ts';
import styles from './lines.module.css';

/** A line in the block, known by a key of its own. */
export interface KeyedLine extends LineValues {
  readonly key: string;
}

interface LinesTableProps {
  readonly lines: readonly KeyedLine[];
  readonly showsPurchase: boolean;
  readonly hasActions: boolean;
  /** Absent while something else is open. */
  readonly onEdit: ((key: string) => void) | undefined;
  readonly onRemove: ((key: string) => void) | undefined;
  /** The line whose editor stands in its place. */
  readonly editing: string | undefined;
  readonly editor: (line: KeyedLine) => ReactNode;
}

// Format and size are one thing to look at: 'A4, 64 pag.'.
const columns: readonly { readonly key: string; readonly value: (line: LineValues) => string }[] = [
  { key: 'format', value: ({ format, size }) => [format, size].filter(Boolean).join(', ') },
  { key: 'printing', value: ({ printing }) => printing },
  { key: 'material', value: ({ material }) => material },
  { key: 'finish', value: ({ finish }) => finish },
];

export function LinesTable(props: LinesTableProps) {
  const { lines, showsPurchase, hasActions, onEdit, onRemove, editing, editor } = props;
  const text = useText();
  const isSmall = useIsSmall();
  const width = columns.length + 3 + Number(showsPurchase) + Number(hasActions);
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
              <th scope="col">{text('workorders.lines.description')}</th>
              <th scope="col" className={styles.right}>
                {text('workorders.lines.edition')}
              </th>
              {columns.map(({ key }) => (
                <th key={key} scope="col">
                  {text(`workorders.lines.${key}`)}
                </th>
              ))}
              {showsPurchase && (
                <th scope="col" className={styles.right}>
                  {text('workorders.lines.purchaseAmount')}
                </th>
              )}
              <th scope="col" className={styles.right}>
                {text('workorders.lines.salesAmount')}
              </th>
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
                      {editor(line)}
                    </td>
                  </tr>
                ) : (
                  <LineRow
                    line={line}
                    showsPurchase={showsPurchase}
                    hasActions={hasActions}
                    onEdit={onEdit}
                    onRemove={onRemove}
                  />
                )}
              </Fragment>
            ))}
          </tbody>
          {!isSmall && <TotalsRow lines={lines} showsPurchase={showsPurchase} hasActions={hasActions} />}
        </table>
      </div>
      {isSmall && <TotalsBelow lines={lines} showsPurchase={showsPurchase} />}
    </>
  );
}

interface LineRowProps extends Pick<LinesTableProps, 'showsPurchase' | 'hasActions' | 'onEdit' | 'onRemove'> {
  readonly line: KeyedLine;
}

function LineRow({ line, showsPurchase, hasActions, onEdit, onRemove }: LineRowProps) {
  const language = useLanguage();
  const { key, description, note, edition } = line;
  return (
    <tr>
      <th scope="row">
        {description}
        {note !== '' && <div className={styles.lineNote}>{note}</div>}
      </th>
      <td className={styles.right}>{editionText(edition, language) || '–'}</td>
      {columns.map((column) => (
        <td key={column.key}>{column.value(line) || '–'}</td>
      ))}
      {showsPurchase && (
        <td className={styles.right}>
          <Money cents={line.purchaseAmount ?? 0} currency="" />
        </td>
      )}
      <td className={styles.sales}>
        <Money cents={line.salesAmount ?? 0} currency="" />
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

/** Where the table scrolls sideways its sums would lie out of sight: there they stand below it. */
function TotalsBelow({ lines, showsPurchase }: Pick<LinesTableProps, 'lines' | 'showsPurchase'>) {
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

function TotalLabel({ lines, showsPurchase }: Pick<LinesTableProps, 'lines' | 'showsPurchase'>) {
  const text = useText();
  const language = useLanguage();
  const { margin } = totalsOf(lines);
  const share = margin === null ? null : formatNumber(margin * 100, language, { least: 1, most: 1 });
  return (
    <>
      {text('workorders.lines.total')}
      {showsPurchase && share !== null && (
        <span className={styles.margin}> {text('workorders.lines.margin', { share })}</span>
      )}
    </>
  );
}

function TotalsRow({
  lines,
  showsPurchase,
  hasActions,
}: Pick<LinesTableProps, 'lines' | 'showsPurchase' | 'hasActions'>) {
  const { sales, purchase } = totalsOf(lines);
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={columns.length + 2}>
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
