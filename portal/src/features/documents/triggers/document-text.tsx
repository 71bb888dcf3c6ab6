import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '#portal/kit/cx.ts';
import { useText } from '#portal/kit/text.ts';
import { segmentsOf, trimmed, type TextMark } from './marks.rules.ts';
import { SelectionBubble } from './selection-bubble.tsx';
import type { Example } from './use-trigger-work.ts';
import styles from './triggers.module.css';

interface DocumentTextProps {
  readonly text: string;
  readonly marks: readonly TextMark[];
  readonly example: Example;
  readonly mayWrite: boolean;
}

/** Exactly the text that triggers run on, every match marked; selecting a part asks which field it is. */
export function DocumentText({ text: content, marks, example, mayWrite }: DocumentTextProps) {
  const text = useText();
  const pre = useRef<HTMLPreElement>(null);
  const { select, selection } = example;
  useSelecting(pre, content, mayWrite ? select : undefined);
  const place = useBubblePlace(pre, selection);
  return (
    <div className={styles.textBox}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keyboard */}
      <pre ref={pre} className={styles.text} tabIndex={0} aria-label={text('documentsWork.trigger.text')}>
        {segmentsOf(content.length, marks, selection).map(({ start, end, mark, isSelected }) => {
          const part = content.slice(start, end);
          if (mark === undefined && !isSelected) return <span key={start}>{part}</span>;
          return (
            <mark
              key={start}
              className={cx(mark && styles.mark, mark?.isChosen && styles.chosen, isSelected && styles.selected)}
              data-field={mark?.field}
              data-tag={mark?.isChosen && end === mark.end ? text(`documentsWork.example.tag.${mark.field}`) : undefined}
              title={mark && text(`documentsWork.trigger.${mark.field}`)}
            >
              {part}
            </mark>
          );
        })}
      </pre>
      {selection && mayWrite && (
        <SelectionBubble example={example} raw={content.slice(selection.start, selection.end)} style={place} />
      )}
    </div>
  );
}

/** Hears what is selected in the text, by mouse, finger or keyboard, as places in it. */
function useSelecting(
  element: React.RefObject<HTMLElement | null>,
  content: string,
  select: Example['select'] | undefined,
): void {
  useEffect(() => {
    if (select === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function read() {
      const [box, chosen] = [element.current, window.getSelection()];
      if (box === null || chosen === null || chosen.rangeCount === 0) return;
      const range = chosen.getRangeAt(0);
      if (!box.contains(range.commonAncestorContainer)) return;
      if (chosen.isCollapsed) return select?.(undefined);
      const before = document.createRange();
      before.selectNodeContents(box);
      before.setEnd(range.startContainer, range.startOffset);
      const start = before.toString().length;
      select?.(trimmed(content, start, start + range.toString().length));
    }
    function onChange() {
      clearTimeout(timer);
      timer = setTimeout(read, 150);
    }
    document.addEventListener('selectionchange', onChange);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', onChange);
    };
  }, [element, content, select]);
}

/** Where the bubble stands: under the last selected line, inside the text's own box. */
function useBubblePlace(
  element: React.RefObject<HTMLElement | null>,
  selection: { readonly start: number; readonly end: number } | undefined,
) {
  const [place, setPlace] = useState<{ left: number; top: number }>({ left: 16, top: 16 });
  const at = selection ? `${selection.start}-${selection.end}` : '';
  useLayoutEffect(() => {
    const box = element.current;
    const marks = box?.querySelectorAll<HTMLElement>('[data-selected], mark') ?? [];
    const last = [...marks].findLast((mark) => mark.className.includes('selected'));
    if (box === null || last === undefined) return;
    const [own, outer] = [last.getBoundingClientRect(), box.getBoundingClientRect()];
    const left = Math.max(8, Math.min(own.left - outer.left + box.scrollLeft - 40, box.clientWidth - 520));
    setPlace({ left, top: own.bottom - outer.top + box.scrollTop + 6 });
  }, [element, at]);
  return place;
}
