import { lazy, Suspense, useEffect, useState } from 'react';
import { CorrectionDesk } from '#portal/features/documents/index.ts';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { PlaceOf } from '#portal/kit/layout/kept-place.tsx';
import { SplitView } from '#portal/kit/layout/split-view.tsx';
import { useText } from '#portal/kit/text.ts';
import { useIsSmall } from '#portal/kit/use-width.ts';
import { ApprovalLines } from '../approvals/approval-lines.tsx';
import { OrderLinksCard } from '../orders/order-links-card.tsx';
import { hasUnsaved } from '../booking/unsaved.ts';
import { CommentsPanel } from '../comments/comments-panel.tsx';
import { invoiceHooks, type Invoice, type InvoiceRow } from '../invoices/invoice.ts';
import type { OpenInvoice } from '../invoices/use-open-invoice.ts';
import type { SeenPage } from '../invoices/use-seen-page.ts';
import { ApprovalStep } from './approval-step.tsx';
import { BookingStep } from './booking-step.tsx';
import { setCorrecting, useCorrecting } from './correcting.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { InvoiceHistory } from './invoice-history.tsx';
import { InvoiceHints } from './invoice-hints.tsx';
import { InvoicePages } from './invoice-pages.tsx';
import { InvoiceStep } from './invoice-step.tsx';
import { rememberedStep, stepId, Steps, type StepName } from './steps.tsx';
import { usePossible } from './possible.ts';
import { Prefetch } from './prefetch.tsx';
import { useDecision } from './use-decision.ts';
import styles from './invoice-detail.module.css';

const InvoiceFiles = lazyPart(async () => (await import('./invoice-files.tsx')).InvoiceFiles);
const BookingEditor = lazy(async () => ({
  default: (await import('../booking/booking-editor.tsx')).BookingEditor,
}));

interface InvoiceDetailProps {
  readonly row: InvoiceRow;
  readonly opened: OpenInvoice;
  readonly seen: SeenPage;
  /** The element that holds the pages; it stays while the open invoice changes. */
  readonly pages: HTMLElement;
}

/** The pages of the open invoice, kept by the list. */
export function OpenPages({ opened: { id, ahead }, seen }: Pick<InvoiceDetailProps, 'opened' | 'seen'>) {
  const one = invoiceHooks.useOne(id ?? '', {}, { enabled: id !== undefined });
  return <InvoicePages invoice={one.data} ahead={ahead} onSeen={seen.see} />;
}

const height = 'clamp(500px, calc(100dvh - 290px), 860px)';

/** An invoice in three steps beside its pages: what it says, how it is booked, and the decision. */
export function InvoiceDetail({ row, opened, seen, pages }: InvoiceDetailProps) {
  const text = useText();
  const one = invoiceHooks.useOne(row.id, {});
  const correctingAt = useCorrecting(one.data);
  useEffect(() => () => setCorrecting(undefined), []);
  return (
    <section
      className={styles.detail}
      aria-label={text('invoicing.detail.name', { document: row.documentId })}
    >
      {one.data && correctingAt !== undefined ? (
        <CorrectionDesk
          documentId={one.data.documentKey}
          at={correctingAt}
          height={height}
          onClose={() => setCorrecting(undefined)}
        />
      ) : (
        <SplitView height={height} side={<PlaceOf node={pages} />}>
          {one.error !== null && one.data === undefined ? (
            <ErrorState error={one.error} onRetry={() => void one.refetch()} />
          ) : (
            <Work key={row.id} row={row} invoice={one.data} opened={opened} seen={seen} />
          )}
        </SplitView>
      )}
      {one.data && opened.ahead.map(({ id }) => <Prefetch key={id} invoiceId={id} />)}
    </section>
  );
}

interface WorkProps extends Omit<InvoiceDetailProps, 'pages'> {
  readonly invoice: Invoice | undefined;
}

function Work({ row, invoice, opened, seen }: WorkProps) {
  const isSmall = useIsSmall();
  const [step, setStep] = useState<StepName>(rememberedStep);
  const decision = useDecision(row, invoice, opened);
  const shows = (name: StepName) => !isSmall || step === name;
  const [isBooking, setBooking] = useState(() => hasUnsaved(row.id));
  const { book: mayBook } = usePossible(invoice);

  if (isBooking && invoice && mayBook) {
    return (
      <Suspense fallback={<div aria-busy />}>
        <BookingEditor invoice={invoice} onClose={() => setBooking(false)} />
      </Suspense>
    );
  }

  function choose(name: StepName) {
    setStep(name);
    if (!isSmall) document.getElementById(stepId(name, row.id))?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <>
      <div className={styles.content}>
        <Steps invoice={invoice} current={step} isSwitch={isSmall} onChoose={choose} />
        <InvoiceHints invoice={invoice} decision={decision} />
        {shows('invoice') && <InvoiceStep id={stepId('invoice', row.id)} row={row} invoice={invoice} />}
        {invoice && invoice.files.length > 1 && shows('invoice') && <InvoiceFiles invoice={invoice} />}
        {shows('booking') && (
          <BookingStep
            id={stepId('booking', row.id)}
            row={row}
            invoice={invoice}
            onEdit={mayBook ? () => setBooking(true) : undefined}
          />
        )}
        {invoice && shows('booking') && <OrderLinksCard invoiceId={invoice.id} />}
        {shows('approval') && (
          <ApprovalStep id={stepId('approval', row.id)} row={row} invoice={invoice} isAlone={isSmall} />
        )}
        {invoice && shows('approval') && <ApprovalLines invoice={invoice} />}
        {invoice && <CommentsPanel invoice={invoice} />}
        <InvoiceHistory id={row.id} />
      </div>
      <DecisionBar row={row} invoice={invoice} opened={opened} seen={seen} decision={decision} />
    </>
  );
}
