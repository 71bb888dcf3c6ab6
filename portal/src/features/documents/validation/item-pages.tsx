import { useMemo } from 'react';
import { isProperty } from '../values/is-property.ts';
import { DocumentViewer } from '../pages/document-viewer.tsx';
import { validationPages } from '../pages/pages-source.ts';
import { pickBubbleOf } from '../values/pick-bubble.tsx';
import type { ItemRow } from './item.ts';
import type { ItemState } from './use-item-work.ts';
import { valueBubbleOf } from './value-bubble.tsx';
import styles from './validation.module.css';

interface ItemPagesProps {
  readonly work: ItemState;
  /** Its first page is prefetched. */
  readonly next: ItemRow | undefined;
}

/** The pages of the open item, with boxes around its values and words that can be clicked. */
export function ItemPages({ work, next }: ItemPagesProps) {
  const { item, values, lines, review, mayJudge } = work;
  const marks = useMemo(() => [...values.marks, ...lines.marks], [values.marks, lines.marks]);
  if (item === undefined) return <div className={styles.viewer} />;
  return (
    <DocumentViewer
      source={validationPages}
      documentId={item.id}
      pages={item.pages}
      preload={next?.picture ? { documentId: next.id, picture: next.picture } : undefined}
      marks={marks}
      focused={values.focused ?? lines.focused ?? values.editing ?? lines.draft?.stop ?? review.at}
      onFocus={(id) => {
        values.focus(isProperty(id) ? id : undefined);
        lines.focus(isProperty(id) ? undefined : id);
      }}
      onWord={mayJudge ? (lines.draft ? lines.onWord : values.onWord) : undefined}
      canDrag
      bubble={
        mayJudge && !lines.draft
          ? (pickBubbleOf({
              work: values,
              others: lines.marks,
              onEdit: lines.edit,
              onClose: review.comeBack,
            }) ?? valueBubbleOf(work))
          : undefined
      }
    />
  );
}
