import { IconAlertTriangle, IconEyeOff, IconPlayerPause } from '@tabler/icons-react';
import { useStore } from '#portal/kit/store.ts';
import { useText } from '#portal/kit/text.ts';
import type { InvoiceRow } from '../invoices/invoice.ts';
import { leftOutOf } from './bulk.rules.ts';
import { bulkReasons, needsOpened, ticked } from './ticked.ts';
import styles from './bulk.module.css';

const icons = { onHold: IconPlayerPause, notOpened: IconEyeOff } as const;

/** Beside the creditor of a ticked row: why it is left out, or what went wrong with it. */
export function RowNote({ row }: { readonly row: InvoiceRow }) {
  const text = useText();
  const reason = useStore(bulkReasons).get(row.id);
  const isTicked = useStore(ticked).has(row.id);
  const why = leftOutOf(row, useStore(needsOpened));
  if (reason === undefined && (!isTicked || why === undefined)) return null;
  const Icon = reason === undefined && why !== undefined ? icons[why] : IconAlertTriangle;
  return (
    <span className={styles.note}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {reason ?? text(`invoicing.bulk.row.${why}`)}
    </span>
  );
}
