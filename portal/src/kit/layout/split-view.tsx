import {
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { cx } from '../cx.ts';
import { useText } from '../text.ts';
import styles from './layout.module.css';

interface SplitViewProps {
  /** The work: values, steps, decisions. */
  readonly children: ReactNode;
  /** What it is about, usually an ImageViewer. */
  readonly side: ReactNode;
  /** The height of both, any CSS length; each scrolls by itself. The whole sheet when absent. */
  readonly height?: string;
}

// What one person prefers for the width of the work holds for every screen of this kind, in this browser.
const storedAs = 'balie.split';
const [minShare, maxShare] = [35, 75];
const clamp = (share: number) => Math.round(Math.min(maxShare, Math.max(minShare, share)));

/**
 * Work on the left, what it is about on the right; below 992 the right one goes on top, 348 high. The line between them
 * is dragged, or moved with the arrow keys; a double click puts it back.
 */
export function SplitView({ children, side, height }: SplitViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [share, setShare] = useShare();
  const chosen: CSSProperties =
    share === undefined ? {} : { gridTemplateColumns: `minmax(0, ${share}%) minmax(0, 1fr)` };
  return (
    <div
      ref={frame}
      className={cx(styles.split, height === undefined && styles.fills)}
      style={{ ...chosen, ...(height ? { height } : {}) }}
    >
      <div className={styles.left}>{children}</div>
      <div className={styles.right}>
        <Divider share={share} frame={frame} onChange={setShare} />
        {side}
      </div>
    </div>
  );
}

function useShare() {
  const [share, setShare] = useState<number | undefined>(() => {
    const stored = Number(localStorage.getItem(storedAs));
    return stored >= minShare && stored <= maxShare ? stored : undefined;
  });
  return [
    share,
    (next: number | undefined) => {
      setShare(next);
      if (next === undefined) localStorage.removeItem(storedAs);
      else localStorage.setItem(storedAs, String(next));
    },
  ] as const;
}

interface DividerProps {
  readonly share: number | undefined;
  readonly frame: { readonly current: HTMLElement | null };
  readonly onChange: (share: number | undefined) => void;
}

function Divider({ share, frame, onChange }: DividerProps) {
  const text = useText();
  // Where the layout put the line, as long as nobody moved it.
  const current = () => {
    const [all, left] = [frame.current?.clientWidth ?? 0, frame.current?.firstElementChild?.clientWidth ?? 0];
    return share ?? (all === 0 ? 50 : (left / all) * 100);
  };

  function drag(event: PointerEvent<HTMLElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = frame.current?.getBoundingClientRect();
    if (box) onChange(clamp(((event.clientX - box.left) / box.width) * 100));
  }
  function press(event: KeyboardEvent) {
    const step = event.key === 'ArrowLeft' ? -4 : event.key === 'ArrowRight' ? 4 : 0;
    if (step === 0) return;
    event.preventDefault();
    onChange(clamp(current() + step));
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that moves is a control
    <div
      className={styles.divider}
      role="separator"
      aria-orientation="vertical"
      aria-label={text('kit.split')}
      aria-valuemin={minShare}
      aria-valuemax={maxShare}
      aria-valuenow={share ?? 50}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the same
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => onChange(undefined)}
      onKeyDown={press}
    />
  );
}
