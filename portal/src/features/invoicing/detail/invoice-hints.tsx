import { Button } from '@mantine/core';
import { IconCopy, IconEyeCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Trans } from 'react-i18next';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { fieldSentences } from '#portal/kit/data/error-store.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Invoice } from '../invoices/invoice.ts';
import type { OpenInvoice } from '../invoices/use-open-invoice.ts';
import type { Decision } from './use-decision.ts';

const OriginalDialog = lazy(async () => ({
  default: (await import('./original-dialog.tsx')).OriginalDialog,
}));

interface InvoiceHintsProps {
  readonly invoice: Invoice | undefined;
  readonly decision: Decision;
  readonly opened: OpenInvoice;
}

/** What one should know before deciding: a duplicate, a lookalike, a failed export, a refused step. */
export function InvoiceHints({ invoice, decision }: InvoiceHintsProps) {
  const text = useText();
  return (
    <>
      {decision.error && <Refused error={decision.error} />}
      {invoice?.statusValue === 'Duplicate' && <Duplicate invoice={invoice} decision={decision} />}
      {invoice?.lookalike && (
        <MessageBar meaning="warn" icon={IconEyeCheck}>
          <Naming i18nKey="invoicing.hint.lookalike" other={invoice.lookalike} />
        </MessageBar>
      )}
      {invoice?.exportError && (
        <MessageBar meaning="bad" title={text('invoicing.hint.exportError')}>
          {invoice.exportError}
        </MessageBar>
      )}
    </>
  );
}

function Refused({ error }: { readonly error: Error }) {
  const text = useText();
  const { title, hint } = errorWords(error, text);
  const fields = fieldSentences(error);
  return (
    <MessageBar meaning="bad" title={title} isAlert>
      {fields.length > 0 ? fields.join(' ') : hint}
    </MessageBar>
  );
}

function Duplicate({ invoice, decision }: { readonly invoice: Invoice; readonly decision: Decision }) {
  const text = useText();
  const may = usePermission();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <MessageBar
        meaning="warn"
        icon={IconCopy}
        title={text('invoicing.hint.duplicate')}
        actions={
          may('fmmodule.invoices.markoriginal') && (
            <Button size="xs" onClick={() => setAsking(true)}>
              {text('invoicing.original.button')}
            </Button>
          )
        }
      >
        {invoice.duplicateOf && <Naming i18nKey="invoicing.hint.duplicateOf" other={invoice.duplicateOf} />}
      </MessageBar>
      {isAsking && (
        <Suspense>
          <OriginalDialog onClose={() => setAsking(false)} onSave={decision.markOriginal} />
        </Suspense>
      )}
    </>
  );
}

interface NamingProps {
  readonly i18nKey: string;
  readonly other: { readonly id: string; readonly documentId: string };
}

/** A sentence that names another invoice, as a link to it. */
function Naming({ i18nKey, other }: NamingProps): ReactNode {
  const link = (
    <Link
      to="."
      search={(before: object) => ({ ...before, open: other.id })}
      style={{ color: 'inherit', fontWeight: 600 }}
    />
  );
  return <Trans i18nKey={i18nKey} values={{ document: other.documentId }} components={{ a: link }} />;
}
