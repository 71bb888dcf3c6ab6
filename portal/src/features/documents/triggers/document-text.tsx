import { useEffect, useRef, useState } from 'react';
import { cx } from '#portal/kit/cx.ts';
import { useText } from '#portal/kit/text.ts';
import { segmentsOf, trimmed, type TextMark } from './marks.rules.ts';
import { SelectionBubble } from './selection-bubble.tsx';
import type { Example, TextSelection } from './use-trigger-work.ts';
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
  const native = useSelecting(pre, content, mayWrite ? select : undefined);
  // The browser draws its own selection, and would lose it if the text under it were cut anew.
  const isNative =
    selection !== undefined && native?.start === selection.start && native.end === selection.end;
  // What is selected stays selected while patterns go on matching elsewhere.
  const [kept, setKept] = useState(marks);
  if (!isNative && kept !== marks) setKept(marks);
  return (
    <div className={styles.textBox}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keyboard */}
      <pre ref={pre} className={styles.text} tabIndex={0} aria-label={text('documentsWork.trigger.text')}>
        {segmentsOf(content.length, isNative ? kept : marks, isNative ? undefined : selection).map(
          ({ start, end, mark, isSelected }) => {
            const part = content.slice(start, end);
            if (mark === undefined && !isSelected) return <span key={start}>{part}</span>;
            return (
              <mark
                key={start}
                className={cx(
                  mark && styles.mark,
                  mark?.isChosen && styles.chosen,
                  isSelected && styles.selected,
                )}
                data-selected={isSelected || undefined}
                data-field={mark?.field}
                data-tag={
                  mark?.isChosen && end === mark.end
                    ? text(`documentsWork.example.tag.${mark.field}`)
                    : undefined
                }
                title={mark && text(`documentsWork.trigger.${mark.field}`)}
              >
                {part}
              </mark>
            );
          },
        )}
      </pre>
      {selection && mayWrite && (
        <SelectionBubble
          example={example}
          raw={content.slice(selection.start, selection.end)}
          style={isNative ? native.place : elsewhere}
        />
      )}
    </div>
  );
}

interface Place {
  readonly left: number;
  readonly top: number;
}

/** Hears what is selected in the text, by mouse, finger or keyboard, as places in it. */
function useSelecting(
  element: React.RefObject<HTMLElement | null>,
  content: string,
  select: Example['select'] | undefined,
) {
  const [native, setNative] = useState<TextSelection & { readonly place: Place }>();
  useEffect(() => {
    if (select === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function read() {
      const [box, chosen] = [element.current, window.getSelection()];
      if (box === null || chosen === null || chosen.rangeCount === 0) return;
      const range = chosen.getRangeAt(0);
      if (!box.contains(range.commonAncestorContainer)) return;
      const before = document.createRange();
      before.selectNodeContents(box);
      before.setEnd(range.startContainer, range.startOffset);
      const start = before.toString().length;
      const found = trimmed(content, start, start + range.toString().length);
      setNative(found && { ...found, place: placeUnder(range, box) });
      select?.(found);
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
  return native;
}

/** Where the bubble stands for what was chosen on the page. */
const elsewhere = { left: 16, bottom: 16 };
/** Room that the bubble wants, in pixels. */
const bubbleWidth = 520;

/** Under the last selected line, inside the text's own box. */
function placeUnder(what: Range, box: HTMLElement): Place {
  // Where nothing is laid out there is nothing to measure.
  const own = what.getBoundingClientRect?.() ?? new DOMRect();
  const outer = box.getBoundingClientRect();
  const room = (box.parentElement?.clientWidth ?? bubbleWidth) - bubbleWidth;
  return { left: Math.max(8, Math.min(own.left - outer.left - 40, room)), top: own.bottom - outer.top + 6 };
}
