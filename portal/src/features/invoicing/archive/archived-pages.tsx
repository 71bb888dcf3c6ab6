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

/** The places of what was sought on the pages, and which of them is shown. */
export function useHits(invoice: ArchivedInvoice) {
  const [{ page: wanted }] = useUrlState();
  const [at, setAt] = useState<number>();
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
  // The viewer starts at the first page of a document and goes to a box from there.
  const onDrawn = useCallback(
    (drawn: string | undefined) => {
      if (drawn === undefined) return;
      const first = boxes.findIndex(({ page }) => page === `${invoice.id}-${wanted}`);
      setAt((before) => before ?? Math.max(0, first));
    },
    [boxes, invoice.id, wanted],
  );
  return {
    pages,
    boxes,
    at: at ?? 0,
    current: at === undefined ? undefined : boxes[at]?.id,
    onDrawn,
    step: (by: number) => setAt(((at ?? 0) + by + boxes.length) % boxes.length),
  };
}

interface OfHits {
  readonly hits: ReturnType<typeof useHits>;
}

/** Leads from one place to the next; nothing where nothing was sought, or found. */
export function HitBar({ hits: { boxes, at, step } }: OfHits) {
  const text = useText();
  if (boxes.length === 0) return null;
  return (
    <p className={styles.where}>
      <span aria-live="polite">{text('invoicing.archive.hit', { at: at + 1, of: boxes.length })}</span>
      <ActionIcon aria-label={text('invoicing.archive.previousHit')} onClick={() => step(-1)}>
        <IconChevronUp size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={text('invoicing.archive.nextHit')} onClick={() => step(1)}>
        <IconChevronDown size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </p>
  );
}

/** The pages of an invoice, with marks on what was sought; the first of the page that was clicked is shown. */
export function ArchivedPages({ name, hits }: OfHits & { readonly name: string }) {
  const { pages, boxes, current, onDrawn } = hits;
  const load = useLoadPicture(`${archive.path}/images`);
  const files = useMemo(() => new Map(pages.map(({ id, picture }) => [id, picture])), [pages]);
  return (
    <ImageViewer
      pages={pages}
      name={name}
      boxes={boxes}
      focusedBox={current}
      onDrawn={onDrawn}
      loadImage={({ id }) => load(files.get(id) ?? '')}
      loadThumb={({ id }) => load(files.get(id) ?? '', thumbnailWidth)}
    />
  );
}
