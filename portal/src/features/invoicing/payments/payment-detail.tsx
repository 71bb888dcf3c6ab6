import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconDownload,
  IconFingerprint,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { payments } from '#contract/invoicing/payments.ts';
import { collectionUrl } from '#contract/resource.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import type { DetailAction } from '#portal/kit/detail/detail-actions.tsx';
import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { TextDialog } from '#portal/kit/dialog/text-dialog.tsx';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useDownload } from '#portal/kit/feedback/use-download.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { IbanText } from '../warnings/iban-text.tsx';
import { LeftOut } from './left-out.tsx';
import { PaidInvoices } from './paid-invoices.tsx';
import { type Payment, paymentHooks, usePaymentStep } from './payment.ts';
import { PaymentStateChip } from './payment-state.tsx';
import { PaymentSteps } from './payment-steps.tsx';
import styles from './payments.module.css';

/** One payment: what is in it, what is not and why, and the next step. */
export function PaymentDetail() {
  const payment = paymentHooks.useOne(useParam('paymentId'), {});
  return <Loaded of={payment}>{(record) => <PaymentPage payment={record} />}</Loaded>;
}

type Asked = 'send-back' | 'not-sent';
const texts = { 'send-back': 'sendBack', 'not-sent': 'notSent' } as const;

function PaymentPage({ payment }: { readonly payment: Payment }) {
  const text = useText();
  const pathTo = usePathTo();
  const [asked, setAsked] = useState<Asked>();
  const step = usePaymentStep(payment);
  const { rowVersion } = payment;
  return (
    <DetailPage
      back={{ href: pathTo('payments:index'), label: text('invoicing.payments.title') }}
      title={text('invoicing.payments.name', { name: payment.administration.name })}
      number={payment.number}
      chip={<PaymentStateChip state={payment.state} />}
      actions={usePaymentActions(payment, setAsked)}
    >
      {payment.reason !== '' && (
        <div className={styles.leftOut}>
          <MessageBar meaning="warn">{`${text('invoicing.payments.reason')}: ${payment.reason}`}</MessageBar>
        </div>
      )}
      <Facts facts={useFacts(payment)} />
      <div className={styles.columns}>
        <PaidInvoices payment={payment} />
        <PaymentSteps payment={payment} />
      </div>
      {payment.leftOut.length > 0 && (
        <div className={styles.leftOut}>
          <LeftOut payment={payment} />
        </div>
      )}
      {asked && (
        <TextDialog
          title={text(`invoicing.payments.${texts[asked]}.title`)}
          body={text(`invoicing.payments.${texts[asked]}.body`)}
          label={text('invoicing.payments.reason')}
          field="reason"
          verb={text(`invoicing.payments.${texts[asked]}.verb`)}
          isDanger={asked === 'not-sent'}
          maxLength={1000}
          onSave={async (reason) =>
            void (await step.mutateAsync({ verb: asked, body: { reason, rowVersion } }))
          }
          onClose={() => setAsked(undefined)}
        />
      )}
    </DetailPage>
  );
}

function useFacts({ totalAmount, invoices, paymentCount, iban, executionDay, filename }: Payment) {
  const text = useText();
  const label = (name: string, count?: number) =>
    text(`invoicing.payments.${name}`, count === undefined ? {} : { count });
  return [
    { label: label('totalAmount'), value: <Money cents={totalAmount} /> },
    {
      label: label('content'),
      value: `${label('countOf', invoices.length)}, ${label('transfers', paymentCount)}`,
    },
    { label: label('from'), value: <IbanText iban={iban} /> },
    { label: label('executionDay'), value: <DateText value={executionDay} /> },
    ...(filename === '' ? [] : [{ label: label('filename'), value: filename }]),
  ];
}

function usePaymentActions(
  payment: Payment,
  onAsk: (asked: Asked) => void,
): readonly (DetailAction | false)[] {
  const text = useText();
  const may = usePermission();
  const step = usePaymentStep(payment);
  const notifyFailure = useNotifyFailure();
  const { save, isLoading } = useDownload();
  const { id, state, filename, rowVersion, mayRelease, invoices } = payment;
  const mayMake = may('fmmodule.payments.create');
  const mayAnswer = may('fmmodule.payments.release');
  const take = (verb: 'prepare' | 'release' | 'withdraw') =>
    step.mutateAsync({ verb, body: { rowVersion } }).catch(notifyFailure);
  const label = (name: string) => text(`invoicing.payments.${name}`);
  const withdraw = async () => {
    const question = { title: label('withdrawTitle'), body: label('withdrawBody'), verb: label('withdraw') };
    if (await confirm({ ...question, isDanger: true })) void take('withdraw');
  };
  const isOpen = state === 'draft' || state === 'prepared';
  return [
    state === 'prepared' &&
      mayAnswer && {
        label: label('sendBack.verb'),
        icon: IconArrowBackUp,
        kind: 'quiet',
        onClick: () => onAsk('send-back'),
      },
    isOpen &&
      mayMake && {
        label: label('withdraw'),
        icon: IconTrash,
        kind: 'danger',
        onClick: () => void withdraw(),
      },
    state === 'released' &&
      mayAnswer && {
        label: label('notSent.verb'),
        icon: IconBan,
        kind: 'quiet',
        onClick: () => onAsk('not-sent'),
      },
    state === 'draft' &&
      mayMake &&
      invoices.length > 0 && {
        label: label('prepare'),
        icon: IconCheck,
        kind: 'primary',
        isLoading: step.isPending,
        onClick: () => void take('prepare'),
      },
    state === 'prepared' &&
      mayRelease && {
        label: label('release'),
        icon: IconFingerprint,
        kind: 'primary',
        isLoading: step.isPending,
        onClick: () => void take('release'),
      },
    filename !== '' && {
      label: label('download'),
      icon: IconDownload,
      kind: state === 'released' ? 'primary' : 'default',
      isLoading,
      onClick: () => void save(`${collectionUrl(payments, {})}/${id}/file`, filename),
    },
  ];
}
