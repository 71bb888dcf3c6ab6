import { Button } from '@mantine/core';
import { IconReceiptRefund } from '@tabler/icons-react';
import { useState } from 'react';
import type { z } from 'zod';
import { runCredits } from '#contract/billing/credits.ts';
import type { billingLine } from '#contract/billing/billing-runs.ts';
import { collectionUrl } from '#contract/resource.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { useText } from '#portal/kit/text.ts';
import type { RunInvoice } from '../billing-runs/billing-run.ts';
import { FileButtons } from '../billing-runs/file-buttons.tsx';
import { type Credit, creditHooks, leftOf } from './credits.ts';
import styles from './credits.module.css';

const CreditForm = lazyPart(async () => (await import('./credit-form.tsx')).CreditForm);

interface InvoiceCreditsProps {
  readonly invoice: RunInvoice;
  readonly lines: readonly z.output<typeof billingLine>[];
}

/** The credit invoices to a final invoice, and a button to make one while something is left to credit. */
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
      {credits.length > 0 && <CreditList credits={credits} url={collectionUrl(runCredits, { runId })} />}
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
        <CreditForm invoice={invoice} lines={lines} credits={credits} onClose={() => setMaking(false)} />
      )}
    </>
  );
}

interface CreditListProps {
  readonly credits: readonly Credit[];
  /** Address of the list. */
  readonly url: string;
  /** Whether it says to which invoice, and to whom. */
  readonly isOfMany?: boolean;
}

/** Credit invoices with their PDF and UBL. */
export function CreditList({ credits, url, isOfMany = false }: CreditListProps) {
  const text = useText();
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
            <FileButtons
              url={`${url}/${encodeURIComponent(credit.id)}`}
              number={credit.creditNumber}
              hasUbl={credit.hasUbl}
              labelOf={(kind) => text(`billing.ownInvoices.${kind}`, { number: credit.creditNumber })}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
