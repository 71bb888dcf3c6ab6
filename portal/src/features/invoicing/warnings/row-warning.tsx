import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useText } from '#portal/kit/text.ts';
import type { InvoiceRow } from '../invoices/invoice.ts';
import { warningLooks } from './warning-looks.ts';
import styles from './warnings.module.css';

/** The gravest open warning of a row, and how many more there are; hints stand at the invoice only. */
export function RowWarning({ row }: { readonly row: InvoiceRow }) {
  const text = useText();
  const [first, ...others] = row.warnings.filter(({ severity }) => severity !== 'info');
  if (!first) return null;
  const word = text(`invoicing.warning.short.${first.code}`);
  return (
    <span className={styles.row}>
      <StatusChip
        {...warningLooks[first.severity]}
        word={others.length === 0 ? word : text('invoicing.warning.more', { word, count: others.length })}
      />
    </span>
  );
}
