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

/** Exactly the text that triggers run on, with every match marked; selecting a part asks which field it is. */
export function DocumentText({ text: content, marks, example, mayWrite }: DocumentTextProps) {
  const text = useText();
  const pre = useRef<HTMLPreElement>(null);
  const { select, selection } = example;
  const native = useNativeSelection(pre, content, mayWrite ? select : undefined);
  // The browser would lose its own selection if the text were split into other elements.
  const isNative =
    selection !== undefined && native?.start === selection.start && native.end === selection.end;
  // So the marks stay the same while something is selected.
  const [frozenMarks, setFrozenMarks] = useState(marks);
  if (!isNative && frozenMarks !== marks) setFrozenMarks(marks);
  return (
    <div className={styles.textBox}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keyboard */}
      <pre ref={pre} className={styles.text} tabIndex={0} aria-label={text('documentsWork.trigger.text')}>
        {segmentsOf(content.length, isNative ? frozenMarks : marks, isNative ? undefined : selection).map(
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
          style={isNative ? native.place : defaultPlace}
        />
      )}
    </div>
  );
}

interface Place {
  readonly left: number;
  readonly top: number;
}

/** Follows the browser's selection in the text, by mouse, finger or keyboard, as offsets in it. */
function useNativeSelection(
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

/** The place of the bubble for what was selected on the page. */
const defaultPlace = { left: 16, bottom: 16 };
/** The width of the bubble, in pixels. */
const bubbleWidth = 520;

/** Under the last selected line, inside the text's own box. */
function placeUnder(what: Range, box: HTMLElement): Place {
  // Absent where there is no layout, as in tests.
  const own = what.getBoundingClientRect?.() ?? new DOMRect();
  const outer = box.getBoundingClientRect();
  const maxLeft = (box.parentElement?.clientWidth ?? bubbleWidth) - bubbleWidth;
  return {
    left: Math.max(8, Math.min(own.left - outer.left - 40, maxLeft)),
    top: own.bottom - outer.top + 6,
  };
}
