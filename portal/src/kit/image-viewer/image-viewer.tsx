import { Button } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import { NetworkError, ProblemError } from '../data/http.ts';
import { MessageBar } from '../feedback/message-bar.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { useText } from '../text.ts';
import { PagePaper } from './page-paper.tsx';
import { PageStrip } from './page-strip.tsx';
import { useFullScreen } from './use-full-screen.ts';
import { usePageImages, useShownImage } from './use-page-images.ts';
import { useZoom } from './use-zoom.ts';
import { ViewerToolbar } from './viewer-toolbar.tsx';
import type { BoxClick, LoadImage, ViewerBox, ViewerBubble, ViewerPage, WordsDrag } from './viewer-types.ts';
import styles from './image-viewer.module.css';

interface ImageViewerProps {
  /** The pages in order; none while they are not known. */
  readonly pages: readonly ViewerPage[];
  readonly loadImage: LoadImage;
  /** Fetches a page small, for the strip; without it the strip uses the full pictures. */
  readonly loadThumb?: LoadImage;
  /** What identifies the document, such as its number: stands on its pages, so that they cannot be taken for others. */
  readonly name?: string | undefined;
  /** Pages that will be asked next, such as the first of the next document: fetched in this order, after this one. */
  readonly preload?: readonly ViewerPage[];
  readonly boxes?: readonly ViewerBox[];
  /** The box that has the attention: its page is shown and it scrolls into view. */
  readonly focusedBox?: string | undefined;
  readonly onBoxFocus?: (id: string | undefined) => void;
  readonly onBoxClick?: BoxClick;
  /** The mouse was dragged over several words. */
  readonly onWordsDrag?: WordsDrag;
  /** Stands beside its place while that page is shown. */
  readonly bubble?: ViewerBubble | undefined;
  /** Says which page is in view, whenever that changes. */
  readonly onPage?: (id: string | undefined) => void;
  /** Receives the page whose picture is drawn, whenever that changes; undefined while none is. */
  readonly onDrawn?: (id: string | undefined) => void;
  /** Buttons at the end of the bar: open the original, hide the viewer. */
  readonly tools?: ReactNode;
  /** A way out beside 'Opnieuw laden' when a page cannot be shown. */
  readonly failureAction?: ReactNode;
}

const noBoxes: readonly ViewerBox[] = [];
/** Thumbnails are a tenth of the size, so more of them fit in memory. */
const maxThumbs = 240;

/**
 * The pages of a document: strip, zoom, rotation, full screen and boxes. It fills its parent and knows no address:
 * `loadImage` fetches, with whatever token that takes. Within a document the old page stays until the new one can be
 * drawn; a page of another document is removed at once.
 */
export function ImageViewer(props: ImageViewerProps) {
  const {
    pages,
    loadImage,
    loadThumb = loadImage,
    name,
    preload,
    boxes = noBoxes,
    focusedBox,
    onBoxFocus,
    onBoxClick,
    onWordsDrag,
    bubble,
    onPage,
    onDrawn,
    tools,
    failureAction,
  } = props;
  const text = useText();
  const root = useRef<HTMLDivElement>(null);
  const [index, setIndex] = usePageNumber(pages, boxes, focusedBox);
  const [rotations, setRotations] = useState<Readonly<Record<string, number>>>({});
  const { zoom, fitWidth, stage, paper, zoomBy, fit } = useZoom();
  const full = useFullScreen(root);
  const getImage = usePageImages(loadImage);
  const getThumb = usePageImages(loadThumb, maxThumbs);
  const page = pages[index];
  const { image: loaded, isLoading, error, reload } = useShownImage(page, getImage);
  const image = pages.some(({ id }) => id === loaded?.pageId) ? loaded : null;
  const rotation = rotations[image?.pageId ?? ''] ?? 0;

  useEffect(() => {
    if (isLoading || page === undefined) return;
    let isCurrent = true;
    // One by one: on a slow line the page that is wanted first must not share it with the others.
    async function loadAhead(wanted: readonly (ViewerPage | undefined)[]) {
      for (const one of wanted) if (one && isCurrent) await getImage(one).catch(() => undefined);
    }
    void loadAhead([pages[index + 1], pages[index - 1], ...(preload ?? [])]);
    return () => {
      isCurrent = false;
    };
  }, [isLoading, page, pages, index, preload, getImage]);

  const pageId = page?.id;
  useEffect(() => onPage?.(pageId), [onPage, pageId]);
  const drawn = fitWidth > 0 && !error ? image?.pageId : undefined;
  useEffect(() => onDrawn?.(drawn), [onDrawn, drawn]);

  useKeys([
    { keys: '+', label: 'kit.viewer.zoomIn', run: () => zoomBy(1.25) },
    { keys: '=', run: () => zoomBy(1.25) },
    { keys: '-', label: 'kit.viewer.zoomOut', run: () => zoomBy(1 / 1.25) },
  ]);

  function rotate() {
    // A page that was zoomed in on would turn out of sight.
    fit();
    if (page !== undefined) setRotations((now) => ({ ...now, [page.id]: ((now[page.id] ?? 0) + 90) % 360 }));
  }

  return (
    <section
      ref={root}
      className={cx(styles.viewer, pages.length < 2 && styles.single, full.isFull && styles.full)}
      aria-label={text('kit.viewer.name')}
    >
      <ViewerToolbar
        name={name}
        page={index + 1}
        pages={pages.length}
        zoom={zoom}
        isFull={full.isFull}
        onZoom={zoomBy}
        onFit={fit}
        onRotate={rotate}
        onFull={full.toggle}
        extra={tools}
      />
      {pages.length > 1 && (
        <PageStrip
          pages={pages}
          current={index}
          getImage={loadThumb === loadImage ? getImage : getThumb}
          onChoose={setIndex}
        />
      )}
      <div
        ref={stage}
        className={styles.stage}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        role="group"
        aria-label={text('kit.viewer.page', { page: index + 1, pages: pages.length })}
        aria-busy={isLoading}
      >
        {error !== null && error !== undefined && page !== undefined ? (
          <Failure error={error} page={index + 1} onReload={reload} action={failureAction} />
        ) : (
          image &&
          fitWidth > 0 && (
            <PagePaper
              ref={paper}
              image={image}
              name={name}
              alt={text('kit.viewer.page', { page: index + 1, pages: pages.length })}
              width={fitWidth * zoom}
              rotation={rotation}
              boxes={boxes.filter((box) => box.page === image.pageId)}
              focusedBox={focusedBox}
              onBoxFocus={onBoxFocus}
              onBoxClick={onBoxClick}
              onWordsDrag={onWordsDrag}
              bubble={bubble?.page === image.pageId ? bubble : undefined}
            />
          )
        )}
        {isLoading && (
          <div className={styles.loading} role="progressbar" aria-label={text('kit.viewer.loading')} />
        )}
      </div>
    </section>
  );
}

/** Which page is in view: the first of each document, then the chosen one, or that of the focused box. */
function usePageNumber(
  pages: readonly ViewerPage[],
  boxes: readonly ViewerBox[],
  focusedBox: string | undefined,
) {
  const document = pages[0]?.id;
  const [state, setState] = useState({ document, index: 0, focusedBox });
  const boxPage = boxes.find((box) => box.id === focusedBox)?.page;
  const ofBox = boxPage === undefined ? -1 : pages.findIndex((page) => page.id === boxPage);
  if (state.document !== document) setState({ document, index: 0, focusedBox });
  else if (state.focusedBox !== focusedBox)
    setState({ document, index: ofBox < 0 ? state.index : ofBox, focusedBox });
  const index = state.document === document ? Math.min(state.index, Math.max(0, pages.length - 1)) : 0;
  return [index, (to: number) => setState({ document, index: to, focusedBox })] as const;
}

interface FailureProps {
  readonly error: unknown;
  readonly page: number;
  readonly onReload: () => void;
  readonly action: ReactNode;
}

/** The danger box of a picture that did not come: status code, not-found message, and what can still be done. */
function Failure({ error, page, onReload, action }: FailureProps) {
  const text = useText();
  const title =
    error instanceof ProblemError
      ? text('kit.viewer.notFound', { status: error.status })
      : text(error instanceof NetworkError ? 'kit.error.network' : 'kit.viewer.notFoundPlain');
  return (
    <div className={styles.failure}>
      <MessageBar
        meaning="bad"
        icon={IconPhotoOff}
        isAlert
        title={title}
        actions={
          <>
            <Button size="xs" onClick={onReload}>
              {text('kit.viewer.reload')}
            </Button>
            {action}
          </>
        }
      >
        {text('kit.viewer.failedHint', { page })}
      </MessageBar>
    </div>
  );
}
