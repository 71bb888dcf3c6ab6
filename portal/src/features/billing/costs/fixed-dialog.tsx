import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { useText } from '#portal/kit/text.ts';
import styles from './billing.module.css';

/** A part of a fixed amount. */
export interface FixedPart {
  readonly key: string;
  readonly name: string;
  /** How its amount is computed: price, quantity, days. */
  readonly how: string;
  readonly cents: number;
}

interface FixedDialogProps {
  readonly title: string;
  readonly parts: readonly FixedPart[];
  readonly onClose: () => void;
}

/** The agreements that add up to a fixed amount, which has no documents. */
export function FixedDialog({ title, parts, onClose }: FixedDialogProps) {
  const text = useText();
  return (
    <Dialog width={640} title={title} onClose={onClose}>
      <p className={styles.why}>{text('billing.fixed.why')}</p>
      <FixedParts title={title} parts={parts} />
    </Dialog>
  );
}

/** The same without the frame. */
export function FixedParts({ title, parts }: Pick<FixedDialogProps, 'title' | 'parts'>) {
  const text = useText();
  const total = parts.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <div className={styles.parts}>
      <table className={styles.table}>
        <caption className="balie-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{text('billing.fixed.agreement')}</th>
            <th scope="col">{text('billing.fixed.how')}</th>
            <th scope="col" data-right>
              {text('billing.fixed.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ key, name, how, cents }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{how}</td>
              <td data-right>
                <Money cents={cents} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {text('billing.total')}
            </th>
            <td data-right>
              <Money cents={total} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
