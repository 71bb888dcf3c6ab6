import { IconDownload, IconFile, IconFileTypePdf, IconPhoto, IconTrash } from '@tabler/icons-react';
import type { attachments } from '#contract/annotations/annotations.ts';
import type { Row } from '#contract/resource.ts';
import { useDownload } from '#portal/kit/feedback/use-download.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { sizeText } from '#portal/kit/format/size-text.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { useText } from '#portal/kit/text.ts';
import styles from '../annotations.module.css';

/** A stored file. */
export type Attachment = Row<typeof attachments>;

interface AttachmentLineProps {
  readonly attachment: Attachment;
  readonly onShow: () => void;
  readonly onRemove: () => void;
}

/** Whether it can be previewed (§B9). */
export const isPicture = ({ mimeType }: Pick<Attachment, 'mimeType'>): boolean =>
  mimeType === 'image/jpeg' || mimeType === 'image/png';
export const isPdf = ({ mimeType }: Pick<Attachment, 'mimeType'>): boolean => mimeType === 'application/pdf';

export function AttachmentLine({ attachment, onShow, onRemove }: AttachmentLineProps) {
  const text = useText();
  const language = useLanguage();
  const { save: download } = useDownload();
  const { name, path, size, createdAt, canDelete } = attachment;
  const save = () => void download(path, name);
  const canShow = isPicture(attachment) || isPdf(attachment);
  const Icon = isPdf(attachment) ? IconFileTypePdf : isPicture(attachment) ? IconPhoto : IconFile;
  return (
    <li className={styles.file}>
      <span className={styles.fileIcon} aria-hidden>
        <Icon size={18} stroke={1.75} />
      </span>
      <div className={styles.fileBody}>
        <button
          type="button"
          className={`balie-value ${styles.fileName}`}
          title={name}
          onClick={canShow ? onShow : save}
        >
          {name}
        </button>
        <span className={styles.meta}>
          {sizeText(size, language)}, <DateText value={createdAt} dayOnly />
        </span>
      </div>
      <RowAction
        icon={IconDownload}
        label={text('annotations.attachments.download', { name })}
        onClick={save}
      />
      {canDelete && (
        <RowAction icon={IconTrash} label={text('kit.row.remove', { name })} onClick={onRemove} />
      )}
    </li>
  );
}
