import { Button } from '@mantine/core';
import { IconArrowsSplit, IconCircleX, IconCopy } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Trans } from 'react-i18next';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { FailureBar } from '#portal/kit/feedback/failure-bar.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { ScreenLink } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { InvoiceWarnings } from '../warnings/invoice-warnings.tsx';
import { DuplicateActions } from '../duplicates/duplicate-actions.tsx';
import { rejectionReason } from './rejection.rules.ts';
import { useSupplierMails } from './supplier-mails.api.ts';
import type { Decision } from './use-decision.ts';

const RuleDecision = lazyPart(async () => (await import('../touchless/rule-decision.tsx')).RuleDecision);
const EInvoiceVerdictBar = lazyPart(async () => (await import('./e-invoice-verdict.tsx')).EInvoiceVerdictBar);
const CompareDialog = lazy(async () => ({
  default: (await import('../duplicates/compare-dialog.tsx')).CompareDialog,
}));

interface InvoiceHintsProps {
  readonly invoice: Invoice | undefined;
  readonly decision: Decision;
}

/** Hints for the decision: a duplicate, a similar invoice, what its document raised, a failed export, a refused step. */
export function InvoiceHints({ invoice, decision }: InvoiceHintsProps) {
  const text = useText();
  const [comparedId, setComparedId] = useState<string>();
  return (
    <>
      {decision.error && <FailureBar error={decision.error} />}
      {invoice?.approvalState === 'rejected' && <Rejection invoice={invoice} />}
      {invoice?.statusValue === 'Duplicate' && (
        <Duplicate invoice={invoice} decision={decision} onCompare={setComparedId} />
      )}
      {invoice && <InvoiceWarnings invoice={invoice} onCompare={setComparedId} />}
      {invoice?.isEInvoice && <EInvoiceVerdictBar invoice={invoice} />}
      {invoice?.isByRule && <RuleDecision invoice={invoice} />}
      {invoice && <SeveralInvoices invoice={invoice} />}
      {invoice?.exportError && (
        <MessageBar meaning="warn" title={text('invoicing.hint.exportError')}>
          {invoice.exportError}
        </MessageBar>
      )}
      {invoice && comparedId !== undefined && (
        <Suspense>
          <CompareDialog
            invoice={invoice}
            otherId={comparedId}
            decision={decision}
            onClose={() => setComparedId(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Its document seems to hold others as well; that is where it is mended. */
function SeveralInvoices({ invoice }: { readonly invoice: Invoice }) {
  const text = useText();
  const may = usePermission();
  const { splitBefore, documentKey } = invoice;
  if (splitBefore.length === 0) return null;
  return (
    <MessageBar
      meaning="warn"
      icon={IconArrowsSplit}
      actions={
        may('fmmanagement.documents.read') && (
          <ScreenLink
            to="documents:detail"
            params={{ documentId: documentKey }}
            style={{ color: 'inherit', fontWeight: 600 }}
          >
            {text('invoicing.hint.toDocument')}
          </ScreenLink>
        )
      }
    >
      {text('invoicing.hint.severalInvoices', {
        pages: splitBefore.join(', '),
        count: splitBefore.length,
      })}
    </MessageBar>
  );
}

/** Who rejected it, when, and why. */
function Rejection({ invoice }: { readonly invoice: Invoice }) {
  const text = useText();
  const { decidedAt, decidedBy } = invoice;
  const may = usePermission();
  const [mail] = useSupplierMails(invoice.id, may('fmmodule.invoices.approve')).data?.mails ?? [];
  return (
    <MessageBar
      meaning="bad"
      icon={IconCircleX}
      title={
        <>
          {text('invoicing.decided.rejected', { name: decidedBy ?? text('kit.unknown') })}{' '}
          {decidedAt && <DateText value={decidedAt} />}
        </>
      }
    >
      <span style={{ whiteSpace: 'pre-line' }}>{rejectionReason(invoice)}</span>
      {mail && mail.state !== 'withdrawn' && (
        <p style={{ margin: '6px 0 0' }}>
          {text(`invoicing.supplierMail.state.${mail.state}`, { to: mail.to })}
        </p>
      )}
    </MessageBar>
  );
}

interface DuplicateProps {
  readonly invoice: Invoice;
  readonly decision: Decision;
  readonly onCompare: (otherId: string) => void;
}

function Duplicate({ invoice, decision, onCompare }: DuplicateProps) {
  const text = useText();
  const { duplicateOf } = invoice;
  return (
    <MessageBar
      meaning="warn"
      icon={IconCopy}
      title={text('invoicing.hint.duplicate')}
      actions={
        <>
          {duplicateOf && (
            <Button size="xs" onClick={() => onCompare(duplicateOf.id)}>
              {text('invoicing.compare.button')}
            </Button>
          )}
          <DuplicateActions decision={decision} size="xs" />
        </>
      }
    >
      {duplicateOf && <InvoiceLink i18nKey="invoicing.hint.duplicateOf" invoice={duplicateOf} />}
    </MessageBar>
  );
}

interface InvoiceLinkProps {
  readonly i18nKey: string;
  readonly invoice: { readonly id: string; readonly documentId: string };
}

/** A sentence with a link to another invoice. */
function InvoiceLink({ i18nKey, invoice }: InvoiceLinkProps): ReactNode {
  const link = (
    <Link
      to="."
      search={(before: object) => ({ ...before, open: invoice.id })}
      style={{ color: 'inherit', fontWeight: 600 }}
    />
  );
  return <Trans i18nKey={i18nKey} values={{ document: invoice.documentId }} components={{ a: link }} />;
}
