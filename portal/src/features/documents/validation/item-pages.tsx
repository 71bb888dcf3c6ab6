import { isProperty } from '../values/is-property.ts';
import { DocumentViewer } from '../pages/document-viewer.tsx';
import { validationPages } from '../pages/pages-source.ts';
import type { ItemRow } from './item.ts';
import type { ItemState } from './use-item-work.ts';
import styles from './validation.module.css';

interface ItemPagesProps {
  readonly work: ItemState;
  /** Its first page is prefetched. */
  readonly next: ItemRow | undefined;
}

/** The pages of the open item, with boxes around its values and words that can be clicked. */
export function ItemPages({ work, next }: ItemPagesProps) {
  const { item, values, mayJudge } = work;
  if (item === undefined) return <div className={styles.viewer} />;
  return (
    <DocumentViewer
      source={validationPages}
      documentId={item.id}
      pages={item.pages}
      preload={next?.picture ? { documentId: next.id, picture: next.picture } : undefined}
      marks={values.marks}
      focused={values.focused ?? values.editing}
      onFocus={(id) => values.focus(isProperty(id) ? id : undefined)}
      onWord={mayJudge ? values.onWord : undefined}
    />
  );
}
