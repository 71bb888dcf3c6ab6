import { IconAlertCircle, IconUpload, IconX } from '@tabler/icons-react';
import { fieldSentences } from '#portal/kit/data/error-store.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { useText, type Text } from '#portal/kit/text.ts';
import type { Upload } from './use-uploads.ts';
import styles from '../annotations.module.css';

interface UploadLineProps {
  readonly upload: Upload;
  readonly onCancel: () => void;
}

/** An upload: its progress, or why it failed, with a button to stop or clear it. */
export function UploadLine({ upload: { name, progress, failure }, onCancel }: UploadLineProps) {
  const text = useText();
  const percent = Math.round(progress * 100);
  return (
    <li className={styles.file} data-failed={failure !== undefined || undefined}>
      <span className={styles.fileIcon} aria-hidden>
        {failure ? <IconAlertCircle size={18} stroke={1.75} /> : <IconUpload size={18} stroke={1.75} />}
      </span>
      <div className={styles.fileBody}>
        <span className={styles.uploadName} title={name}>
          {name}
        </span>
        {failure ? (
          <span className={styles.failure} role="alert">
            {text('annotations.attachments.failed')}. {reasonOf(failure, text)}
          </span>
        ) : (
          <progress className={styles.progress} value={percent} max={100} aria-label={name} />
        )}
      </div>
      {!failure && <span className="balie-number">{percent}%</span>}
      <RowAction
        icon={IconX}
        label={text(failure ? 'annotations.attachments.forget' : 'annotations.attachments.cancel', { name })}
        onClick={onCancel}
      />
    </li>
  );
}

function reasonOf(failure: NonNullable<Upload['failure']>, text: Text): string {
  if (failure === 'empty') return text('annotations.attachments.empty');
  if (failure === 'too-large') return text('annotations.attachments.tooLarge');
  const fields = fieldSentences(failure);
  return fields.length > 0 ? fields.join(' ') : errorWords(failure, text).title;
}
