import { IconArrowsDownUp, IconBan, IconCash, IconWallet } from '@tabler/icons-react';
import { type PaymentStatus, paymentStatuses } from '#contract/invoicing/invoices.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { InlineSelect } from '#portal/kit/detail/inline-select.tsx';
import { StatusChip, type StatusLook } from '#portal/kit/format/status-chip.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { useInvoiceVerb } from '../invoices/invoice-verbs.ts';

const looks: Readonly<Record<PaymentStatus, StatusLook>> = {
  toPay: { meaning: 'neutral', icon: IconWallet },
  directDebit: { meaning: 'info', icon: IconArrowsDownUp },
  paid: { meaning: 'ok', icon: IconCash },
  doNotPay: { meaning: 'hold', icon: IconBan },
};

/** Whether and how an invoice is paid, as a chip. */
export function PaymentChip({ status }: { readonly status: PaymentStatus }) {
  return <StatusChip {...looks[status]} word={useText()(`invoicing.payment.${status}`)} />;
}

/** The same at the invoice, changed in its place by who may change invoices. */
export function PaymentChoice({ invoice }: { readonly invoice: Invoice }) {
  const text = useText();
  const may = usePermission();
  const verb = useInvoiceVerb();
  const { id, paymentStatus } = invoice;
  return (
    <InlineSelect
      label={text('invoicing.column.paymentStatus')}
      value={paymentStatus}
      mayEdit={may('fmmodule.invoices.update')}
      options={paymentStatuses.map((value) => ({ value, label: text(`invoicing.payment.${value}`) }))}
      onSave={async (value) => {
        const chosen = paymentStatuses.find((one) => one === value);
        if (chosen) await verb.mutateAsync({ id, verb: 'payment-status', body: { paymentStatus: chosen } });
      }}
    >
      <PaymentChip status={paymentStatus} />
    </InlineSelect>
  );
}
