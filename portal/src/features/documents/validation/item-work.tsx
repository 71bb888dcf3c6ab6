import { lazy, Suspense, useState } from 'react';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { FailureBar } from '#portal/kit/feedback/failure-bar.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useText } from '#portal/kit/text.ts';
import { AddresseeBar, SplitBar } from '../unknown-documents/split-bar.tsx';
import { LockBar } from '../locks/lock-bar.tsx';
import { ValuesTable } from '../values/values-table.tsx';
import { JudgedBar } from './judged-bar.tsx';
import { LinesTable } from './lines-table.tsx';
import { ReviewBar } from './review-bar.tsx';
import type { ItemState } from './use-item-work.ts';
import styles from './validation.module.css';

const SplitDialog = lazy(async () => ({ default: (await import('./split-dialog.tsx')).SplitDialog }));

/** What was read of one document, and hints for judging it. */
export function ItemWork({ work }: { readonly work: ItemState }) {
  const { item, error, retry, properties, values, lines, review, lock, mayJudge } = work;
  if (error !== null) return <ErrorState error={error} onRetry={retry} />;
  if (item === undefined) return <div className={styles.opening} aria-busy />;
  return (
    <section className={styles.item} aria-label={item.documentId}>
      <div className={styles.hints}>
        <Hints work={work} />
        <LockBar lock={lock} />
      </div>
      <ReviewBar review={review} />
      <ValuesTable
        properties={properties}
        vatRates={item.vatRates}
        work={values}
        mayCorrect={mayJudge}
        hasPages={item.pages.length > 0}
        review={mayJudge ? review : undefined}
        onChoose={work.choose}
      />
      <LinesTable item={item} work={lines} review={review} />
    </section>
  );
}

function Hints({ work }: { readonly work: ItemState }) {
  const text = useText();
  const may = usePermission();
  const { item, verdict } = work;
  const isClosed = item?.invoice !== undefined && item.invoice !== null && !item.invoice.isOpen;
  const [isSplitting, setSplitting] = useState(false);
  const maySplit = may('fmmanagement.documents.update') && !isClosed;
  return (
    <>
      {verdict.error && <FailureBar error={verdict.error} />}
      <JudgedBar work={work} />
      {isClosed && <MessageBar meaning="warn">{text('documentsWork.recognition.invoiceClosed')}</MessageBar>}
      {item && <SplitBar document={item} onLook={maySplit ? () => setSplitting(true) : undefined} />}
      <AddresseeBar name={item?.addressedTo ?? null} />
      {isSplitting && item && (
        <Suspense>
          <SplitDialog id={item.id} onClose={() => setSplitting(false)} />
        </Suspense>
      )}
    </>
  );
}
