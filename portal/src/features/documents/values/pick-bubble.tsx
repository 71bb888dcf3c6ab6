import { Button, CloseButton } from '@mantine/core';
import { useId } from 'react';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import { useText } from '#portal/kit/text.ts';
import type { PageBubble, PageMark } from '../pages/document-viewer.tsx';
import { isProperty } from './is-property.ts';
import type { ValueWork } from './use-value-work.ts';
import styles from './values.module.css';

interface PickBubbleProps {
  readonly work: ValueWork;
  /** Marks other than values that can be mended, such as invoice lines. */
  readonly others?: readonly PageMark[];
  readonly onEdit?: (id: string) => void;
  /** It was closed without an answer. */
  readonly onClose?: () => void;
}

/** Words were chosen on the page without saying for what: asks which field they are. */
function PickBubble({ work, others = [], onEdit, onClose }: PickBubbleProps) {
  const text = useText();
  const titleId = useId();
  function close() {
    work.forget();
    onClose?.();
  }
  useKeys([{ keys: 'Escape', run: close }]);
  const { picked } = work;
  if (picked === undefined) return null;
  const { page } = picked.click;
  const [x, y] = [(picked.box[0] + picked.box[2]) / 2, (picked.box[1] + picked.box[3]) / 2];
  const under = [...work.marks, ...others].filter(
    ({ page: of, box: [left, top, right, bottom] }) =>
      of === page && x >= left && x <= right && y >= top && y <= bottom,
  );
  function mend(id: string) {
    work.forget();
    if (isProperty(id)) work.edit(id);
    else onEdit?.(id);
  }
  return (
    <div className={styles.bubble} role="dialog" aria-labelledby={titleId}>
      <strong id={titleId} title={picked.raw}>
        {picked.raw.length > 60 ? `${picked.raw.slice(0, 59)}…` : picked.raw}
      </strong>
      <CloseButton size="sm" aria-label={text('kit.close')} onClick={close} />
      <p>{text(work.possible.length > 0 ? 'documentsWork.pick.which' : 'documentsWork.pick.nothing')}</p>
      <div className={styles.bubbleChoices}>
        {work.possible.map((property, index) => (
          <Button
            key={property}
            size="xs"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person just asked for it, by a click on the page
            autoFocus={index === 0}
            disabled={work.saving !== undefined}
            onClick={() => work.fillIn(property)}
          >
            {text(`documentsWork.property.${property}`)}
          </Button>
        ))}
        {under.map(({ id, label }) => (
          <Button key={id} size="xs" variant="subtle" title={label} onClick={() => mend(id)}>
            {text('documentsWork.pick.mend', { name: label.split(':')[0] ?? '' })}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** The question about chosen words, beside them on the page. */
export function pickBubbleOf(props: PickBubbleProps): PageBubble | undefined {
  const { picked } = props.work;
  return picked && { page: picked.click.page, box: picked.box, content: <PickBubble {...props} /> };
}
