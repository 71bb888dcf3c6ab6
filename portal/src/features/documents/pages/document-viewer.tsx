import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { z } from 'zod';
import type { documentPage } from '#contract/documents/properties.ts';
import { thumbnailWidth, useLoadPicture } from '#portal/kit/data/use-load-picture.ts';
import { ImageViewer } from '#portal/kit/image-viewer/image-viewer.tsx';
import type { ViewerBox, ViewerPage } from '#portal/kit/image-viewer/viewer-types.ts';
import { useText } from '#portal/kit/text.ts';
import type { Box, PlacedWord } from '../values/words.rules.ts';
import type { PagesSource } from './pages-source.ts';
import { usePageWords } from './use-pages.ts';
import styles from './document-viewer.module.css';

/** A page of a document, without its words. */
export type DocumentPage = z.output<typeof documentPage>;

/** A marked place on a page. */
export interface PageMark {
  readonly id: string;
  /** From 1. */
  readonly page: number;
  readonly box: Box;
  readonly label: string;
  readonly kind: 'sure' | 'unsure' | 'mark';
  readonly meaning?: 'neutral' | 'info' | 'hold' | 'ok' | 'warn';
}

/** A word that was clicked, with its neighbours on the page. */
export interface WordClick {
  readonly page: number;
  readonly words: readonly PlacedWord[];
  readonly index: number;
  readonly isExtending: boolean;
  /** The words that the mouse was dragged over. */
  readonly dragged?: readonly number[];
}

/** What stands beside a place on a page. */
export interface PageBubble {
  readonly page: number;
  readonly box: Box;
  readonly content: ReactNode;
}

interface DocumentViewerProps {
  readonly source: PagesSource;
  readonly documentId: string;
  readonly pages: readonly DocumentPage[];
  /** The first picture of the next document. */
  readonly preload?: { readonly documentId: string; readonly picture: string } | undefined;
  readonly marks?: readonly PageMark[];
  /** The highlighted mark. */
  readonly focused?: string | undefined;
  readonly onFocus?: (id: string | undefined) => void;
  readonly onWord?: ((click: WordClick) => void) | undefined;
  /** Whether dragging the mouse takes several words. */
  readonly canDrag?: boolean;
  readonly bubble?: PageBubble | undefined;
  /** The selected words, by their boxes. */
  readonly chosen?: { readonly page: number; readonly boxes: readonly Box[] } | undefined;
  readonly tools?: ReactNode;
}

const noMarks: readonly PageMark[] = [];

/** The pages of a document with what was found on them; its words can be clicked. */
export function DocumentViewer(props: DocumentViewerProps) {
  const {
    source,
    documentId,
    pages,
    preload,
    marks = noMarks,
    focused,
    onFocus,
    onWord,
    canDrag = false,
    bubble,
    chosen,
    tools,
  } = props;
  const text = useText();
  const load = useLoadPicture(source.images);
  const idOf = useCallback(
    (number: number) =>
      pageId(
        documentId,
        pages.find((page) => page.number === number),
      ),
    [documentId, pages],
  );
  const shown = useMemo(() => pages.map((page) => ({ id: pageId(documentId, page) })), [documentId, pages]);
  const ahead = useMemo(
    () => (preload ? [{ id: pageId(preload.documentId, { number: 1, picture: preload.picture }) }] : []),
    [preload],
  );
  const [inView, setInView] = useState<string>();
  const page = onWord && pages.find((candidate) => pageId(documentId, candidate) === inView);
  const read = usePageWords(source, documentId, page);
  const words = page && read.data?.words;

  const boxes = useMemo<readonly ViewerBox[]>(
    () => [
      ...marks.map(({ box, page: number, ...mark }) => ({ ...mark, ...placeOf(box), page: idOf(number) })),
      ...(words ?? []).map((word, index) => ({
        id: wordId(index),
        page: idOf(page?.number ?? 0),
        ...placeOf(word.box),
        label: word.text,
        kind: 'word' as const,
        isChosen:
          chosen?.page === page?.number && (chosen?.boxes.some((box) => isSame(box, word.box)) ?? false),
      })),
    ],
    [marks, idOf, words, page?.number, chosen],
  );

  // Words lie on top of values: pointing at a word points at the value under it.
  function onBoxFocus(id: string | undefined) {
    const word = id === undefined ? undefined : words?.[wordIndex(id) ?? -1];
    onFocus?.(
      word && page ? marks.find((mark) => mark.page === page.number && isInside(word.box, mark.box))?.id : id,
    );
  }
  function onBoxClick(id: string, isExtending: boolean) {
    const index = wordIndex(id);
    if (index !== undefined && words && page) onWord?.({ page: page.number, words, index, isExtending });
  }

  function onWordsDrag(ids: readonly string[]) {
    const dragged = ids.flatMap((id) => wordIndex(id) ?? []);
    const [index] = dragged;
    if (index !== undefined && words && page)
      onWord?.({ page: page.number, words, index, isExtending: false, dragged });
  }

  if (pages.length === 0) return <p className={styles.none}>{text('documentsWork.pages.none')}</p>;
  return (
    <ImageViewer
      pages={shown}
      preload={ahead}
      loadImage={({ id }: ViewerPage) => load(pictureOf(id))}
      loadThumb={({ id }: ViewerPage) => load(pictureOf(id), thumbnailWidth)}
      boxes={boxes}
      focusedBox={focused}
      onBoxFocus={onBoxFocus}
      onPage={setInView}
      tools={tools}
      {...(onWord ? { onBoxClick } : {})}
      {...(onWord && canDrag ? { onWordsDrag } : {})}
      bubble={bubble && { page: idOf(bubble.page), ...placeOf(bubble.box), content: bubble.content }}
    />
  );
}

// The picture is part of the id, so that a rotated page counts as another one.
function pageId(documentId: string, page: Pick<DocumentPage, 'number' | 'picture'> | undefined): string {
  return page === undefined ? '' : `${documentId} ${page.number} ${page.picture}`;
}
const pictureOf = (id: string) => id.split(' ').slice(2).join(' ');

const wordId = (index: number) => `word ${index}`;
const wordIndex = (id: string) => (id.startsWith('word ') ? Number(id.slice(5)) : undefined);

function placeOf([left, top, right, bottom]: Box) {
  return { x: left, y: top, width: right - left, height: bottom - top };
}

const isSame = (a: Box, b: Box) => a.every((side, index) => Math.abs(side - (b[index] ?? 0)) < 1e-6);

function isInside([left, top, right, bottom]: Box, [outLeft, outTop, outRight, outBottom]: Box): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= outLeft && x <= outRight && y >= outTop && y <= outBottom;
}
