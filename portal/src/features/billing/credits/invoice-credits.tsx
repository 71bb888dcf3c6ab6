import { Button } from '@mantine/core';
import { IconFileTypePdf, IconFileTypeXml, IconReceiptRefund } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { z } from 'zod';
import { runCredits } from '#contract/billing/credits.ts';
import type { billingLine } from '#contract/billing/billing-runs.ts';
import { collectionUrl } from '#contract/resource.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { useText } from '#portal/kit/text.ts';
import type { RunInvoice } from '../billing-runs/billing-run.ts';
import { useDownloadFile } from '../billing-runs/use-download-file.ts';
import { type Credit, creditHooks, leftOf } from './credits.ts';
import styles from './credits.module.css';

const CreditForm = lazy(async () => ({ default: (await import('./credit-form.tsx')).CreditForm }));

interface InvoiceCreditsProps {
  readonly invoice: RunInvoice;
  readonly lines: readonly z.output<typeof billingLine>[];
}

/** The credit invoices to a final invoice, and the way to make one as long as something is left of it. */
export function InvoiceCredits({ invoice, lines }: InvoiceCreditsProps) {
  const text = useText();
  const may = usePermission();
  const [isMaking, setMaking] = useState(false);
  const { runId, id } = invoice;
  const page = creditHooks.useList(
    { top: 250, filter: `invoiceId eq '${id}'`, orderBy: 'creditNumber asc' },
    { runId },
  );
  const credits = page.data?.result;
  if (credits === undefined) return null;
  const isLeft = leftOf(lines, credits).some((amount) => amount > 0);
  return (
    <>
      {credits.length > 0 && (
        <CreditList
          credits={credits}
          urlOf={(credit) => `${collectionUrl(runCredits, { runId })}/${encodeURIComponent(credit.id)}`}
        />
      )}
      {isLeft && may('fm.billing.finalise.system') && (
        <div className={styles.actions}>
          <Button
            size="xs"
            leftSection={<IconReceiptRefund size={16} stroke={1.75} aria-hidden />}
            onClick={() => setMaking(true)}
          >
            {text('billing.credits.open')}
          </Button>
        </div>
      )}
      {isMaking && (
        <Suspense>
          <CreditForm invoice={invoice} lines={lines} credits={credits} onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </>
  );
}

interface CreditListProps {
  readonly credits: readonly Credit[];
  /** Below which the papers of a credit invoice are. */
  readonly urlOf: (credit: Credit) => string;
  /** Whether it says to which invoice, and to whom. */
  readonly isOfMany?: boolean;
}

/** Credit invoices with their papers. */
export function CreditList({ credits, urlOf, isOfMany = false }: CreditListProps) {
  const text = useText();
  const { save } = useDownloadFile();
  const paper = (credit: Credit, kind: 'pdf' | 'ubl') => (
    <RowAction
      icon={kind === 'pdf' ? IconFileTypePdf : IconFileTypeXml}
      label={text(`billing.ownInvoices.${kind}`, { number: credit.creditNumber })}
      onClick={() =>
        void save(`${urlOf(credit)}/${kind}`, `${credit.creditNumber}.${kind === 'pdf' ? 'pdf' : 'xml'}`)
      }
    />
  );
  return (
    <ul className={styles.credits} aria-label={text('billing.credits.list')}>
      {credits.map((credit) => (
        <li key={credit.id}>
          <strong>{text('billing.credits.named', { number: credit.creditNumber })}</strong>
          <DateText value={credit.creditDate} />
          {isOfMany && (
            <span>{text('billing.credits.of', { number: credit.invoiceNumber, name: credit.name })}</span>
          )}
          <span className={styles.reason}>{credit.reason}</span>
          <Money cents={-credit.totalInclVatAmount} />
          <span>
            {paper(credit, 'pdf')}
            {credit.hasUbl && paper(credit, 'ubl')}
          </span>
        </li>
      ))}
    </ul>
  );
}
