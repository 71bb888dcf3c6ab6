import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
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
import { CorrectButton } from './correcting.tsx';
import { useShown, useShownBox } from './places.ts';
import { usePossible } from './possible.ts';
import { useInvoicePages, type InvoicePage } from './use-invoice-pages.ts';
import styles from './invoice-detail.module.css';

interface InvoicePagesProps {
  readonly invoice: Invoice | undefined;
  /** The invoices after it: their first pages are prefetched. */
  readonly ahead: readonly InvoiceRow[];
  /** Receives the id of the invoice whose first page is drawn. */
  readonly onSeen: (invoiceId: string) => void;
}

const noPages: readonly InvoicePage[] = [];

/** The pages of the invoice's document, with its number on them. */
export function InvoicePages({ invoice, ahead, onSeen }: InvoicePagesProps) {
  const text = useText();
  const pages = useInvoicePages(invoice?.documentKey);
  const shown = pages.data ?? noPages;
  const preload = useFirstPages(shown.length > 0 ? ahead : []);
  const load = useLoadPicture('fmmodule/images');
  const original = useOriginal(invoice?.id);
  const files = useMemo(
    () => new Map([...shown, ...preload].map((page) => [page.id, page.invoicePicture])),
    [shown, preload],
  );
  const box = useShownBox(invoice?.id, shown);
  const marked = useShown(invoice?.id);
  const { correct } = usePossible(invoice);
  const boxes = useMemo(() => (box ? [box] : []), [box]);
  const [invoiceId, firstId] = [invoice?.id, shown[0]?.id];
  const onDrawn = useCallback(
    (pageId: string | undefined) => {
      if (invoiceId !== undefined && pageId !== undefined && pageId === firstId) onSeen(invoiceId);
    },
    [invoiceId, firstId, onSeen],
  );

  if (pages.error !== null && pages.data === undefined) {
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  if (pages.data?.length === 0) return <p className={styles.noPages}>{text('invoicing.pages.none')}</p>;
  return (
    <ImageViewer
      pages={shown}
      name={invoice?.documentId}
      preload={preload}
      boxes={boxes}
      focusedBox={box?.id}
      bubble={
        box && marked && invoice && correct
          ? { ...box, content: <CorrectButton invoice={invoice} at={marked.name} label={marked.label} /> }
          : undefined
      }
      onDrawn={onDrawn}
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

/** The first page of each of the next two. */
function useFirstPages([next, nextButOne]: readonly InvoiceRow[]): readonly InvoicePage[] {
  const first = useFirstPageOf(next);
  const second = useFirstPageOf(nextButOne);
  return useMemo(() => [first, second].filter((page) => page !== undefined), [first, second]);
}

function useFirstPageOf(row: InvoiceRow | undefined): InvoicePage | undefined {
  const record = invoiceHooks.useOne(row?.id ?? '', {}, { enabled: row !== undefined });
  const pages = useInvoicePages(row === undefined ? undefined : record.data?.documentKey);
  return pages.data?.[0];
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
