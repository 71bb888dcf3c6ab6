import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { cx } from '#portal/kit/cx.ts';
import { Key } from '#portal/kit/format/key.tsx';
import { useText } from '#portal/kit/text.ts';
import { useMedia } from '#portal/kit/use-width.ts';
import type { Review } from './use-review.ts';
import styles from './validation.module.css';

/** How many values are left to look at, and the keys that do it. */
export function ReviewBar({ review }: { readonly review: Review }) {
  const text = useText();
  const hasKeys = useMedia('(min-width: 62em) and (pointer: fine)');
  if (review.count === 0) return null;
  const isDone = review.left === 0;
  const Icon = isDone ? IconCircleCheck : IconAlertCircle;
  const words = review.mustSee
    ? text('documentsWork.review.mustSee')
    : text(isDone ? 'documentsWork.review.done' : 'documentsWork.review.left', {
        left: review.left,
        count: review.count,
      });
  return (
    <p className={cx(styles.review, isDone && styles.reviewDone)}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <strong role="status">{words}</strong>
      {hasKeys && !isDone && !review.mustSee && (
        <span className={styles.reviewKeys} aria-hidden>
          <Key>Enter</Key> {text('documentsWork.review.right')}
          <Key>Tab</Key> {text('documentsWork.review.next')}
          <Key>1</Key> <Key>2</Key> {text('documentsWork.review.choose')}
        </span>
      )}
    </p>
  );
}
