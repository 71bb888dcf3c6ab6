import { Button, CloseButton } from '@mantine/core';
import { IconPointer } from '@tabler/icons-react';
import { useText } from '#portal/kit/text.ts';
import type { ValueWork } from './use-value-work.ts';
import styles from './values.module.css';

/** A word was clicked on the page: what is it? */
export function PickBar({ work }: { readonly work: ValueWork }) {
  const text = useText();
  if (work.picked === undefined) return null;
  return (
    <div
      className={styles.pickBar}
      role="group"
      aria-live="polite"
      aria-label={text('documentsWork.pick.title')}
    >
      <IconPointer size={16} stroke={1.75} aria-hidden />
      <strong>{work.picked.raw}</strong>
      <span>{text(work.possible.length > 0 ? 'documentsWork.pick.is' : 'documentsWork.pick.nothing')}</span>
      {work.possible.map((property) => (
        <Button
          key={property}
          size="xs"
          disabled={work.saving !== undefined}
          onClick={() => work.fillIn(property)}
        >
          {text(`documentsWork.property.${property}`)}
        </Button>
      ))}
      <CloseButton size="sm" aria-label={text('kit.close')} onClick={work.forget} />
    </div>
  );
}
