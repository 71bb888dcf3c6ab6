import { Button } from '@mantine/core';
import { IconCheck, IconDownload, IconRefresh, IconReload, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { deliveries, takesCreditors } from '#contract/invoicing/deliveries.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { collectionUrl } from '#contract/resource.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import type { DetailAction } from '#portal/kit/detail/detail-actions.tsx';
import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { TextDialog } from '#portal/kit/dialog/text-dialog.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useDownload } from '#portal/kit/feedback/use-download.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { DeliveryStateChip } from './delivery-state.tsx';
import { type Delivery, deliveryHooks } from './delivery.ts';
import { useMendLink } from './use-mend-link.ts';
import styles from './deliveries.module.css';

/** One delivery: how far it got, what is in it, and the way out where it did not arrive. */
export function DeliveryDetail() {
  const delivery = deliveryHooks.useOne(useParam('deliveryId'), {});
  return <Loaded of={delivery}>{(record) => <DeliveryPage delivery={record} />}</Loaded>;
}

type Asked = 'again' | 'release';

const NewCreditors = lazyPart(async () => (await import('./new-creditors.tsx')).NewCreditors);

function DeliveryPage({ delivery }: { readonly delivery: Delivery }) {
  const text = useText();
  const pathTo = usePathTo();
  const [asked, setAsked] = useState<Asked>();
  const step = useDeliveryStep(delivery);
  const awaited = delivery.invoices.filter(({ isProcessed }) => !isProcessed).length;
  return (
    <DetailPage
      back={{ href: pathTo('deliveries:index'), label: text('invoicing.deliveries.title') }}
      title={delivery.administration.name}
      number={delivery.version > 1 ? `-${delivery.version}` : undefined}
      chip={<DeliveryStateChip state={delivery.state} />}
      actions={useDeliveryActions(delivery, setAsked)}
    >
      <div className={styles.body}>
        <DeliveryError delivery={delivery} />
        {delivery.state === 'waiting' && delivery.target === 'download' && delivery.filename !== '' && (
          <MessageBar meaning="info">
            {text(`invoicing.deliveries.${delivery.awaitsReceipt ? 'fetchOnlyHint' : 'fetchHint'}`)}
          </MessageBar>
        )}
        {delivery.awaitsReceipt && delivery.state === 'delivered' && awaited > 0 && (
          <MessageBar meaning="info">{text('invoicing.deliveries.awaited', { count: awaited })}</MessageBar>
        )}
      </div>
      <Facts facts={useFacts(delivery)} />
      <div className={styles.body}>
        <DeliveryInvoices delivery={delivery} />
        {delivery.attempts.length > 0 && <DeliveryAttempts delivery={delivery} />}
      </div>
      {asked && (
        <TextDialog
          title={text(`invoicing.deliveries.${asked}.title`)}
          body={text(`invoicing.deliveries.${asked}.body`)}
          label={text('invoicing.deliveries.reason')}
          field="reason"
          verb={text(`invoicing.deliveries.${asked}.verb`)}
          maxLength={1000}
          onSave={async (reason) => void (await step.mutateAsync({ verb: asked, body: { reason } }))}
          onClose={() => setAsked(undefined)}
        />
      )}
    </DetailPage>
  );
}

// Why it did not arrive, with a link to where that is mended.
function DeliveryError({ delivery }: { readonly delivery: Delivery }) {
  const { error, about, coupling } = delivery;
  const [isNumbering, setNumbering] = useState(false);
  const text = useText();
  const may = usePermission();
  const linkOf = useMendLink();
  if (error === null) return null;
  if (about === null) return <MessageBar meaning="bad">{error}</MessageBar>;
  const { kind, name } = about;
  const link = linkOf(about);
  return (
    <MessageBar
      meaning="bad"
      title={name}
      actions={
        <>
          {link && (
            <Link to={link.href} style={{ color: 'inherit', fontWeight: 600 }}>
              {text(`invoicing.deliveries.${link.verb}`)}
            </Link>
          )}
          {kind === 'creditor' && takesCreditors(coupling) && may('fmmodule.deliveries.update') && (
            <Button size="xs" onClick={() => setNumbering(true)}>
              {text('invoicing.deliveries.newCreditors.title')}
            </Button>
          )}
        </>
      }
    >
      {error}
      {isNumbering && <NewCreditors delivery={delivery} onClose={() => setNumbering(false)} />}
    </MessageBar>
  );
}

function useFacts(delivery: Delivery) {
  const text = useText();
  const label = (name: string) => text(`invoicing.deliveries.${name}`);
  return [
    { label: text('invoicing.deliveries.company.name'), value: delivery.company.name },
    { label: label('coupling'), value: delivery.coupling },
    { label: label('target'), value: text(`invoicing.deliveries.targetName.${delivery.target}`) },
    { label: label('filename'), value: delivery.filename },
    { label: label('createdAt'), value: <DateText value={delivery.createdAt} /> },
    ...(delivery.nextTryAt === null
      ? []
      : [{ label: label('nextTryAt'), value: <DateText value={delivery.nextTryAt} /> }]),
    ...(delivery.reason === '' ? [] : [{ label: label('reason'), value: delivery.reason }]),
  ];
}

interface StepCall {
  readonly verb: 'retry' | 'arrived' | Asked;
  readonly body?: { readonly reason: string };
}

function useDeliveryStep({ id }: Delivery) {
  return useVerb({
    call: ({ verb, body }: StepCall) => ({
      url: `${collectionUrl(deliveries, {})}/${id}/${verb}`,
      body: body ?? {},
    }),
    result: deliveries.record,
    invalidates: [deliveries, invoices],
  });
}

function useDeliveryActions(
  delivery: Delivery,
  onAsk: (asked: Asked) => void,
): readonly (DetailAction | false)[] {
  const text = useText();
  const may = usePermission();
  const step = useDeliveryStep(delivery);
  const notifyFailure = useNotifyFailure();
  const { save, isLoading } = useDownload();
  if (!may('fmmodule.deliveries.update')) return [];
  const { id, state, filename } = delivery;
  const hasFailed = state === 'failed' || state === 'stopped';
  const take = (verb: 'retry' | 'arrived') => step.mutateAsync({ verb }).catch(notifyFailure);
  const label = (name: string) => text(`invoicing.deliveries.${name}`);
  return [
    (hasFailed || state === 'waiting') && {
      label: label('release.verb'),
      icon: IconX,
      kind: 'quiet',
      onClick: () => onAsk('release'),
    },
    (hasFailed || state === 'perhaps' || state === 'delivered') && {
      label: label('again.verb'),
      icon: IconReload,
      kind: 'default',
      onClick: () => onAsk('again'),
    },
    (hasFailed || state === 'perhaps') && {
      label: label('arrived'),
      icon: IconCheck,
      kind: 'default',
      onClick: () => void take('arrived'),
    },
    hasFailed && {
      label: label('retry'),
      icon: IconRefresh,
      kind: 'primary',
      isLoading: step.isPending,
      onClick: () => void take('retry'),
    },
    filename !== '' && {
      label: label('download'),
      icon: IconDownload,
      kind: state === 'waiting' ? 'primary' : 'default',
      isLoading,
      onClick: () => void save(`${collectionUrl(deliveries, {})}/${id}/file`, filename),
    },
  ];
}

function DeliveryInvoices({ delivery }: { readonly delivery: Delivery }) {
  const text = useText();
  return (
    <Card title={text('invoicing.deliveries.invoices')} count={delivery.invoices.length} isFlush>
      <ul className={styles.rows}>
        {delivery.invoices.map(
          ({ id, documentId, creditorName, invoiceNumber, totalAmount, currency, eInvoice }) => (
            <li key={id}>
              <span>{documentId}</span>
              <span>
                {[creditorName, invoiceNumber].filter(Boolean).join(' · ')}
                {eInvoice && <PassedOnText {...eInvoice} />}
              </span>
              <Money cents={totalAmount} currency={currency} />
            </li>
          ),
        )}
      </ul>
    </Card>
  );
}

type EInvoice = NonNullable<Delivery['invoices'][number]['eInvoice']>;

// What became of an e-invoice that came in: unchanged with its hash, or what is different.
function PassedOnText({ passedOn, sha256, verdict, differences }: EInvoice) {
  const text = useText();
  const label = (name: string) => text(`invoicing.deliveries.eInvoice.${name}`);
  return (
    <>
      {verdict && (
        <span className={styles.note}>
          {text('invoicing.deliveries.eInvoice.verdict', {
            word: text(`invoicing.eInvoice.word.${verdict}`),
          })}
        </span>
      )}
      {passedOn && <span className={styles.note}>{label(passedOn)}</span>}
      {passedOn === 'unchanged' && (
        <span className={styles.note}>{text('invoicing.deliveries.eInvoice.hash', { hash: sha256 })}</span>
      )}
      {differences.map(({ field, approved, original }) => (
        <span key={field} className={styles.note}>
          {text('invoicing.deliveries.eInvoice.difference', {
            field: label(`field.${field}`),
            approved: approved || label('none'),
            original: original || label('none'),
          })}
        </span>
      ))}
    </>
  );
}

// What we say of a server; the rest are its own words.
function isCode(receipt: string): boolean {
  return /^(?:sftp|webhook)-[a-z-]+$/.test(receipt);
}

function DeliveryAttempts({ delivery }: { readonly delivery: Delivery }) {
  const text = useText();
  return (
    <Card title={text('invoicing.deliveries.attempts')} count={delivery.attempts.length} isFlush>
      <ul className={styles.rows}>
        {delivery.attempts.map(({ number, startedAt, outcome, receipt }) => (
          <li key={number}>
            <DateText value={startedAt} />
            <span>{text(`invoicing.deliveries.outcome.${outcome}`)}</span>
            <span>{isCode(receipt) ? text(`contract.sentence.delivery-${receipt}`) : receipt}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
