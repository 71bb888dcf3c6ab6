import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useMemo } from 'react';
import { invoices } from '#contract/invoicing/invoices.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { openInTab } from '#portal/kit/data/open-in-tab.ts';
import { thumbnailWidth, useLoadPicture } from '#portal/kit/data/use-load-picture.ts';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { ImageViewer } from '#portal/kit/image-viewer/image-viewer.tsx';
import { useText } from '#portal/kit/text.ts';
import { invoiceHooks, type Invoice, type InvoiceRow } from '../invoices/invoice.ts';
import { useInvoicePages, type InvoicePage } from './use-invoice-pages.ts';
import styles from './invoice-detail.module.css';

interface InvoicePagesProps {
  readonly invoice: Invoice | undefined;
  /** Its first page is prefetched. */
  readonly next: InvoiceRow | undefined;
}

const noPages: readonly InvoicePage[] = [];

/** The pages of the invoice's document; the first page of the next one is prefetched. */
export function InvoicePages({ invoice, next }: InvoicePagesProps) {
  const text = useText();
  const pages = useInvoicePages(invoice?.documentKey);
  const shown = pages.data ?? noPages;
  const ahead = useFirstPageOf(shown.length > 0 ? next : undefined);
  const load = useLoadPicture('fmmodule/images');
  const original = useOriginal(invoice?.id);
  const files = useMemo(
    () => new Map([...shown, ...ahead].map((page) => [page.id, page.invoicePicture])),
    [shown, ahead],
  );

  if (pages.error !== null && pages.data === undefined) {
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  if (pages.data?.length === 0) return <p className={styles.noPages}>{text('invoicing.pages.none')}</p>;
  return (
    <ImageViewer
      pages={shown}
      preload={ahead}
      loadImage={({ id }) => load(files.get(id) ?? '')}
      loadThumb={({ id }) => load(files.get(id) ?? '', thumbnailWidth)}
      tools={
        <Tooltip label={text('invoicing.pages.original')}>
          <ActionIcon aria-label={text('invoicing.pages.original')} onClick={() => void original()}>
            <IconExternalLink size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      }
      failureAction={
        <Button size="xs" onClick={() => void original()}>
          {text('invoicing.pages.original')}
        </Button>
      }
    />
  );
}

function useFirstPageOf(next: InvoiceRow | undefined): readonly InvoicePage[] {
  const record = invoiceHooks.useOne(next?.id ?? '', {}, { enabled: next !== undefined });
  const pages = useInvoicePages(next === undefined ? undefined : record.data?.documentKey);
  const first = pages.data?.[0];
  return useMemo(() => (first ? [first] : noPages), [first]);
}

/** Opens the received file in a new tab; what browsers do not show is saved. */
function useOriginal(invoiceId: string | undefined): () => Promise<void> {
  const http = useHttp();
  const text = useText();
  return async () => {
    if (invoiceId === undefined) return;
    try {
      await openInTab(http, `${collectionUrl(invoices, {})}/${encodeURIComponent(invoiceId)}/original`);
    } catch (error) {
      notify({ meaning: 'bad', title: errorWords(error, text).title });
    }
  };
}
