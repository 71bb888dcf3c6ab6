import { IconCircleCheck, IconCircleX, IconUserCheck } from '@tabler/icons-react';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { useStore } from '#portal/kit/store.ts';
import { useText } from '#portal/kit/text.ts';
import styles from '../bulk/bulk.module.css';
import { invoiceHooks } from './invoice.ts';
import { goneRows } from './use-kept-rows.ts';

/** Beside the creditor of a row that somebody else decided meanwhile: who, what and when. */
export function GoneNote({ id }: { readonly id: string }) {
  const isGone = useStore(goneRows).has(id);
  return isGone ? <Decided id={id} /> : null;
}

function Decided({ id }: { readonly id: string }) {
  const text = useText();
  const { data: invoice } = invoiceHooks.useOne(id, {});
  if (!invoice) return null;
  const { approvalState, decidedBy, decidedAt, approver } = invoice;
  const kind = decidedBy === null ? 'passed' : approvalState === 'rejected' ? 'rejected' : 'approved';
  const Icon = { passed: IconUserCheck, rejected: IconCircleX, approved: IconCircleCheck }[kind];
  return (
    <span className={styles.gone} data-kind={kind}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {text(`invoicing.gone.${kind}`, { name: decidedBy ?? approver })}{' '}
      {decidedAt !== null && <DateText value={decidedAt} />}
    </span>
  );
}
