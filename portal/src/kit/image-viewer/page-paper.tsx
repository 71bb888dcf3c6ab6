import { type CSSProperties, type MouseEvent, useEffect, useRef } from 'react';
import { cx } from '../cx.ts';
import { isMoving } from '../is-moving.ts';
import type { Meaning } from '../theme-colors.ts';
import type { PageImage } from './use-page-images.ts';
import { useWordsDrag } from './use-words-drag.ts';
import type { BoxClick, ViewerBox, ViewerBubble, WordsDrag } from './viewer-types.ts';
import styles from './image-viewer.module.css';

interface PagePaperProps {
  readonly image: PageImage;
  readonly alt: string;
  /** The name of the document, above its page. */
  readonly name?: string | undefined;
  /** Width on screen in pixels, as rotated. */
  readonly width: number;
  /** Degrees: 0, 90, 180 or 270. */
  readonly rotation: number;
  readonly boxes: readonly ViewerBox[];
  readonly focusedBox: string | undefined;
  readonly onBoxFocus: ((id: string | undefined) => void) | undefined;
  readonly onBoxClick: BoxClick | undefined;
  readonly onWordsDrag: WordsDrag | undefined;
  readonly bubble: ViewerBubble | undefined;
  readonly ref: React.Ref<HTMLDivElement>;
}

/** One page on the stage, rotated as asked, with the boxes on it. */
export function PagePaper(props: PagePaperProps) {
  const { image, alt, name, width, rotation, boxes, focusedBox, onBoxFocus, onBoxClick, bubble, ref } = props;
  const { touched, onPointerDown } = useWordsDrag(props.onWordsDrag);
  const isSideways = rotation % 180 !== 0;
  const height = isSideways ? width / image.ratio : width * image.ratio;
  const [frameWidth, frameHeight] = isSideways ? [height, width] : [width, height];
  return (
    <div ref={ref} className={styles.paper} style={{ width, height }}>
      {name && <span className={styles.name}>{name}</span>}
      <div
        className={styles.frame}
        onPointerDown={onPointerDown}
        style={{
          width: frameWidth,
          height: frameHeight,
          transform: `translate(-50%, -50%) rotate(${rotation}deg)`,
        }}
      >
        <img src={image.url} alt={alt} draggable={false} />
        {boxes.map((box) => (
          <Box
            key={box.id}
            box={box}
            isFocused={box.id === focusedBox}
            isTouched={touched.has(box.id)}
            onFocus={onBoxFocus}
            onClick={onBoxClick}
          />
        ))}
      </div>
      {bubble && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a press in it leaves the focus where it is
        <div
          className={styles.bubble}
          style={besidePlace(bubble, rotation)}
          onMouseDown={(event) => event.preventDefault()}
        >
          {bubble.content}
        </div>
      )}
    </div>
  );
}

// Below its place, above it near the end of the page; the paper turns, what stands on it in words does not.
function besidePlace({ x, y, width, height }: ViewerBubble, rotation: number): CSSProperties {
  const [left, top, bottom] =
    rotation === 90
      ? [1 - y - height, x, x + width]
      : rotation === 180
        ? [1 - x - width, 1 - y - height, 1 - y]
        : rotation === 270
          ? [y, 1 - x - width, 1 - x]
          : [x, y, y + height];
  return {
    left: `max(0px, min(${left * 100}%, 100% - 340px))`,
    ...(bottom > 0.75
      ? { bottom: `calc(${(1 - top) * 100}% + 8px)` }
      : { top: `calc(${bottom * 100}% + 8px)` }),
  };
}

interface BoxProps {
  readonly box: ViewerBox;
  readonly isFocused: boolean;
  readonly isTouched: boolean;
  readonly onFocus: ((id: string | undefined) => void) | undefined;
  readonly onClick: BoxClick | undefined;
}

function Box({ box, isFocused, isTouched, onFocus, onClick }: BoxProps) {
  const element = useRef<HTMLElement>(null);
  const kind = box.kind ?? 'sure';
  useEffect(() => {
    if (!isFocused) return;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.current?.scrollIntoView({
      block: 'nearest',
      inline: 'nearest',
      behavior: still ? 'auto' : 'smooth',
    });
  }, [isFocused]);
  const common = {
    className: cx(
      styles.box,
      styles[kind],
      isFocused && styles.focused,
      (box.isChosen || isTouched) && styles.chosenWord,
    ),
    style: {
      left: `${box.x * 100}%`,
      top: `${box.y * 100}%`,
      width: `${box.width * 100}%`,
      height: `${box.height * 100}%`,
      ...(box.meaning === undefined ? {} : markColours(box.meaning)),
    },
    onMouseMove: (event: MouseEvent) => {
      if (!isFocused && isMoving(event)) onFocus?.(box.id);
    },
    onMouseLeave: () => onFocus?.(undefined),
  };
  if (onClick === undefined) {
    return <span {...common} ref={(span) => void (element.current = span)} title={box.label} />;
  }
  return (
    <button
      {...common}
      ref={(button) => void (element.current = button)}
      type="button"
      data-word={kind === 'word' ? box.id : undefined}
      aria-label={box.label}
      // Hundreds of words would make Tab useless; values have their own list beside the page.
      tabIndex={kind === 'word' ? -1 : 0}
      onFocus={() => onFocus?.(box.id)}
      onBlur={() => onFocus?.(undefined)}
      onClick={(event) => onClick(box.id, event.shiftKey)}
    />
  );
}

// The pages stay white in the dark, so marks on them keep one look.
function markColours(meaning: Meaning): Record<string, string> {
  const ink = {
    ok: '#17693a',
    warn: '#854a00',
    bad: '#b0241c',
    info: '#1c5a9e',
    hold: '#5a3fa3',
    neutral: '#464d58',
  };
  return { '--mark': ink[meaning] };
}
