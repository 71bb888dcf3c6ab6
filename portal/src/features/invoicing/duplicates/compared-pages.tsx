import { useMemo } from 'react';
import { thumbnailWidth, useLoadPicture } from '#portal/kit/data/use-load-picture.ts';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { ImageViewer } from '#portal/kit/image-viewer/image-viewer.tsx';
import type { ViewerBox } from '#portal/kit/image-viewer/viewer-types.ts';
import { useText } from '#portal/kit/text.ts';
import { usePlaces } from '../detail/places.ts';
import { useInvoicePages, type InvoicePage } from '../detail/use-invoice-pages.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { compared, type Compared } from './compare.rules.ts';
import styles from './compare.module.css';

interface ComparedPagesProps {
  readonly invoice: Invoice;
  /** What is not the same on the other one. */
  readonly differs: ReadonlySet<Compared>;
  /** What the person wants to see, and which click that was. */
  readonly focused: { readonly name: Compared; readonly click: number } | undefined;
}

const noPages: readonly InvoicePage[] = [];

/** The pages of one of two invoices, with what is compared marked on them: amber where it is different. */
export function ComparedPages({ invoice, differs, focused }: ComparedPagesProps) {
  const text = useText();
  const { data, error, refetch } = useInvoicePages(invoice.documentKey);
  const pages = data ?? noPages;
  const places = usePlaces(invoice.id);
  const load = useLoadPicture('fmmodule/images');
  const files = useMemo(() => new Map(pages.map((page) => [page.id, page.invoicePicture])), [pages]);
  const focusedBox = focused && `${focused.name} ${focused.click}`;
  const boxes = useMemo(
    () =>
      compared.flatMap((name): ViewerBox[] => {
        const place = places?.values.find(({ property }) => property === name);
        const page = pages.find(({ number }) => number === place?.page);
        if (!place || !page) return [];
        const [left, top, right, bottom] = place.box;
        return [
          {
            // Another click scrolls again.
            id: focused?.name === name ? `${name} ${focused.click}` : name,
            page: page.id,
            label: place.raw,
            x: left,
            y: top,
            width: right - left,
            height: bottom - top,
            kind: 'mark',
            meaning: differs.has(name) ? 'warn' : 'ok',
          },
        ];
      }),
    [places, pages, differs, focused],
  );
  if (error !== null && data === undefined)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data?.length === 0) return <p className={styles.none}>{text('invoicing.pages.none')}</p>;
  return (
    <ImageViewer
      pages={pages}
      name={invoice.documentId}
      boxes={boxes}
      focusedBox={focusedBox}
      loadImage={({ id }) => load(files.get(id) ?? '')}
      loadThumb={({ id }) => load(files.get(id) ?? '', thumbnailWidth)}
    />
  );
}
