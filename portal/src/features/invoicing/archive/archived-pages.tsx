import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { archive, type ArchivedInvoice } from '#contract/invoicing/archive.ts';
import { thumbnailWidth, useLoadPicture } from '#portal/kit/data/use-load-picture.ts';
import { ImageViewer } from '#portal/kit/image-viewer/image-viewer.tsx';
import type { ViewerBox } from '#portal/kit/image-viewer/viewer-types.ts';
import { useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import styles from './archive.module.css';

/** The pages of an invoice, with marks on what was sought; the first of the page that was clicked is shown. */
export function ArchivedPages({ invoice }: { readonly invoice: ArchivedInvoice }) {
  const text = useText();
  const [{ page: wanted }] = useUrlState();
  const load = useLoadPicture(`${archive.path}/images`);
  const pages = useMemo(
    () => invoice.pages.map((page) => ({ ...page, id: `${invoice.id}-${page.number}` })),
    [invoice],
  );
  const boxes = useMemo(
    () =>
      pages.flatMap(({ id: page, hits }) =>
        hits.map(({ text: label, box: [left, top, right, bottom] }, index): ViewerBox => ({
          id: `${page}-${index}`,
          page,
          label,
          x: left,
          y: top,
          width: right - left,
          height: bottom - top,
          kind: 'mark',
          meaning: 'warn',
        })),
      ),
    [pages],
  );
  const [at, setAt] = useState<number>();
  // The viewer starts at the first page of a document and goes to a box from there.
  const onDrawn = useCallback(
    (drawn: string | undefined) => {
      if (drawn === undefined) return;
      const first = boxes.findIndex(({ page }) => page === `${invoice.id}-${wanted}`);
      setAt((before) => before ?? Math.max(0, first));
    },
    [boxes, invoice.id, wanted],
  );
  const files = useMemo(() => new Map(pages.map(({ id, picture }) => [id, picture])), [pages]);
  const current = at === undefined ? undefined : boxes[at];
  const step = (by: number) => setAt(((at ?? 0) + by + boxes.length) % boxes.length);
  return (
    <ImageViewer
      pages={pages}
      name={invoice.documentId}
      boxes={boxes}
      focusedBox={current?.id}
      onDrawn={onDrawn}
      loadImage={({ id }) => load(files.get(id) ?? '')}
      loadThumb={({ id }) => load(files.get(id) ?? '', thumbnailWidth)}
      tools={
        boxes.length > 0 && (
          <>
            <span className={styles.where}>
              {text('invoicing.archive.hit', { at: (at ?? 0) + 1, of: boxes.length })}
            </span>
            <ActionIcon aria-label={text('invoicing.archive.previousHit')} onClick={() => step(-1)}>
              <IconChevronUp size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
            <ActionIcon aria-label={text('invoicing.archive.nextHit')} onClick={() => step(1)}>
              <IconChevronDown size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </>
        )
      }
    />
  );
}
