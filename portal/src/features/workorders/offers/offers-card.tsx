import { Button } from '@mantine/core';
import { IconArrowBackUp, IconEye, IconRosetteDiscountCheck, IconSend } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { formatDay, formatInstant } from '#contract/dates.ts';
import { offers } from '#contract/workorders/offers.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { useText, type Text } from '#portal/kit/text.ts';
import type { Order } from '../work-orders/order.ts';
import type { Offer } from './offer.ts';
import { OfferStateChip } from './offer-state.tsx';
import styles from './offers.module.css';

const SendDialog = lazy(async () => ({ default: (await import('./send-dialog.tsx')).SendDialog }));
const WithdrawDialog = lazy(async () => ({
  default: (await import('./withdraw-dialog.tsx')).WithdrawDialog,
}));
const OfferPdf = lazy(async () => ({ default: (await import('./offer-pdf.tsx')).OfferPdf }));
const AcceptancePdf = lazy(async () => ({ default: (await import('./offer-pdf.tsx')).AcceptancePdf }));

type Open = { readonly kind: 'pdf' | 'acceptance' | 'send' | 'withdraw'; readonly offer: Offer };

/** Every version of the offers of an order, with what became of it; nothing while there is none. */
export function OffersCard({ order }: { readonly order: Order }) {
  const text = useText();
  const may = usePermission();
  const all = useAllRows(offers, { workOrderId: order.id }, { orderBy: 'count desc' });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  if (!all.data || all.data.length === 0) return null;

  return (
    <Card isFlush title={text('workorders.offers.title')} count={all.data.length}>
      <ul className={styles.versions}>
        {all.data.map((offer) => (
          <li key={offer.id} className={styles.version}>
            <span className={styles.name}>
              <button type="button" className="balie-value" onClick={() => setOpen({ kind: 'pdf', offer })}>
                {offer.name}
              </button>
              <OfferStateChip state={offer.state} />
            </span>
            <span className={styles.what}>{whatHappened(offer, text)}</span>
            <span className={styles.amount}>
              <Money cents={offer.totalAmount} />
            </span>
            <span className={styles.actions}>
              <RowAction
                icon={IconEye}
                label={text('workorders.offers.show', { name: offer.name })}
                onClick={() => setOpen({ kind: 'pdf', offer })}
              />
              {offer.state === 'accepted' && (
                <RowAction
                  icon={IconRosetteDiscountCheck}
                  label={text('workorders.offers.acceptanceOf', { name: offer.name })}
                  onClick={() => setOpen({ kind: 'acceptance', offer })}
                />
              )}
              {offer.canWithdraw && may('comceptum.offers.withdraw') && (
                <RowAction
                  icon={IconArrowBackUp}
                  label={text('workorders.offers.withdrawName', { name: offer.name })}
                  onClick={() => setOpen({ kind: 'withdraw', offer })}
                />
              )}
              {offer.canSend && may('comceptum.offers.send') && (
                <Button
                  size="xs"
                  leftSection={<IconSend size={14} stroke={1.75} aria-hidden />}
                  onClick={() => setOpen({ kind: 'send', offer })}
                >
                  {text(offer.sentAt === null ? 'workorders.offers.send' : 'workorders.offers.sendAgain')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Suspense>
        {open?.kind === 'pdf' && <OfferPdf offer={open.offer} onClose={close} />}
        {open?.kind === 'acceptance' && <AcceptancePdf offer={open.offer} onClose={close} />}
        {open?.kind === 'send' && <SendDialog offer={open.offer} onClose={close} />}
        {open?.kind === 'withdraw' && <WithdrawDialog offer={open.offer} onClose={close} />}
      </Suspense>
    </Card>
  );
}

/** The newest fact of a version, in a sentence. */
function whatHappened(offer: Offer, text: Text): string {
  const { state, validUntil, answeredBy, answeredAt, reason, sentAt, sentTo, createdAt, createdBy } = offer;
  const answer = { name: answeredBy, at: answeredAt ? formatInstant(answeredAt) : '' };
  const why = reason === '' ? '' : `. ${text('workorders.offers.reason', { reason })}`;
  if (state === 'accepted') return text('workorders.offers.acceptedBy', answer);
  if (state === 'declined') return text('workorders.offers.declinedBy', answer) + why;
  const day = text('workorders.offers.validUntil', { day: formatDay(validUntil) });
  if (sentAt === null)
    return `${text('workorders.offers.madeBy', { name: createdBy, at: formatInstant(createdAt) })}. ${day}${why}`;
  const sent = text('workorders.offers.sentTo', { to: sentTo.join(', ') || '–', at: formatInstant(sentAt) });
  return `${sent}. ${day}${why}`;
}
