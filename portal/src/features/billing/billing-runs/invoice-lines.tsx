import { useState } from 'react';
import type { z } from 'zod';
import type { billingLine } from '#contract/billing/billing-runs.ts';
import { formatDay } from '#contract/dates.ts';
import { formatNumber } from '#contract/money.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { useText } from '#portal/kit/text.ts';
import { Amount } from '../costs/amount.tsx';
import type { DocumentsAsked } from '../usage-documents/usage-documents.ts';
import { InvoiceCredits } from '../credits/invoice-credits.tsx';
import { runInvoiceHooks, type RunInvoice } from './billing-run.ts';
import styles from './billing-runs.module.css';
import tables from '../costs/billing.module.css';

const DocumentsDialog = lazyPart(
  async () => (await import('../usage-documents/usage-documents-dialog.tsx')).DocumentsDialog,
);
type Line = z.output<typeof billingLine>;

/** The lines of an invoice; a line of use opens its documents. */
export function InvoiceLines({ invoice }: { readonly invoice: RunInvoice }) {
  const { id, runId } = invoice;
  const record = runInvoiceHooks.useOne(id, { runId });
  return (
    <div className={styles.lines}>
      <Missing missing={invoice.missing} />
      <Loaded of={record}>
        {({ lines }) => (
          <>
            <Lines invoice={invoice} lines={lines} />
            {invoice.invoiceNumber !== '' && <InvoiceCredits invoice={invoice} lines={lines} />}
          </>
        )}
      </Loaded>
    </div>
  );
}

function Missing({ missing }: { readonly missing: readonly string[] }) {
  const text = useText();
  if (missing.length === 0) return null;
  return (
    <MessageBar meaning="warn" title={text('billing.runInvoices.noUbl')}>
      {text('billing.runInvoices.noUblHint', {
        names: missing.map((name) => text(`billing.missing.${name}`)).join(', '),
      })}
    </MessageBar>
  );
}

function Lines({ invoice, lines }: { readonly invoice: RunInvoice; readonly lines: readonly Line[] }) {
  const text = useText();
  const language = useLanguage();
  const mayOpen = usePermission()('fm.customers.read');
  const [asked, setAsked] = useState<DocumentsAsked>();
  const { companyId, name } = invoice;
  return (
    <div className={tables.scroll}>
      <table className={tables.table}>
        <caption className="balie-hidden">{text('billing.invoiceLines.caption', { name })}</caption>
        <thead>
          <tr>
            <th scope="col">{text('billing.invoiceLines.description')}</th>
            <th scope="col" data-wide>
              {text('billing.invoiceLines.days')}
            </th>
            <th scope="col" data-right data-wide>
              {text('billing.invoiceLines.quantity')}
            </th>
            <th scope="col" data-right data-wide>
              {text('billing.invoiceLines.price')}
            </th>
            <th scope="col" data-right>
              {text('billing.invoiceLines.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => {
            const { description, from, to, quantity, price, amount, kind, customerAgreementId } = line;
            return (
              // oxlint-disable-next-line react/no-array-index-key -- lines of an invoice have no other name
              <tr key={index}>
                <th scope="row">
                  {description}
                  {kind === null && <span className={tables.part}>{text('billing.fixed.mark')}</span>}
                  <span className={styles.narrow}>
                    {formatNumber(quantity, language)} × <Money cents={price} /> <Part line={line} />
                  </span>
                </th>
                <td data-wide>
                  {formatDay(from)}–{formatDay(to)} <Part line={line} />
                </td>
                <td data-right data-wide>
                  {formatNumber(quantity, language)}
                </td>
                <td data-right data-wide>
                  <Money cents={price} />
                </td>
                <td data-right>
                  <Amount
                    cents={amount}
                    of={description}
                    onOpen={
                      kind === null || !mayOpen
                        ? undefined
                        : () =>
                            setAsked({
                              companyId,
                              name,
                              kind,
                              from,
                              to,
                              ...(customerAgreementId === null ? {} : { agreementId: customerAgreementId }),
                            })
                    }
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <Sum label="billing.billingRuns.exclVat" cents={invoice.totalAmount} />
          <Sum label="billing.billingRuns.vat" cents={invoice.vatAmount} />
          <Sum label="billing.billingRuns.inclVat" cents={invoice.totalInclVatAmount} />
        </tfoot>
      </table>
      {asked && <DocumentsDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

/** '45 van 90 dagen', where only a part of the period is billed. */
function Part({ line: { days, periodDays } }: { readonly line: Line }) {
  const text = useText();
  if (days === periodDays) return null;
  return <span className="balie-empty">{text('billing.invoiceLines.part', { days, of: periodDays })}</span>;
}

function Sum({ label, cents }: { readonly label: string; readonly cents: number }) {
  const text = useText();
  return (
    <tr>
      <th scope="row">{text(label)}</th>
      <td data-wide colSpan={3} aria-hidden />
      <td data-right>
        <Money cents={cents} />
      </td>
    </tr>
  );
}
