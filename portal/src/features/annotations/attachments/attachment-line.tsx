import { IconDownload, IconFile, IconFileTypePdf, IconPhoto, IconTrash } from '@tabler/icons-react';
import type { attachments } from '#contract/annotations/annotations.ts';
import { formatNumber } from '#contract/money.ts';
import type { Row } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { saveFile } from '#portal/kit/data/download.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { useText } from '#portal/kit/text.ts';
import styles from '../annotations.module.css';

/** A file as the server keeps it. */
export type Attachment = Row<typeof attachments>;

interface AttachmentLineProps {
  readonly attachment: Attachment;
  readonly onShow: () => void;
  readonly onRemove: () => void;
}

/** Whether the browser can show it in place (§B9). */
export const isPicture = ({ mimeType }: Pick<Attachment, 'mimeType'>): boolean =>
  mimeType === 'image/jpeg' || mimeType === 'image/png';
export const isPdf = ({ mimeType }: Pick<Attachment, 'mimeType'>): boolean => mimeType === 'application/pdf';

/** Bytes as people say them: `214 kB`, `1,8 MB`. */
export function useSize(): (bytes: number) => string {
  const language = useLanguage();
  return (bytes) =>
    bytes < 1_000_000
      ? `${formatNumber(Math.max(1, Math.round(bytes / 1000)), language)} kB`
      : `${formatNumber(bytes / 1_000_000, language, { most: 1 })} MB`;
}

/** Saves the file under its own name. */
export function useDownload({ path, name }: Attachment): () => Promise<void> {
  const http = useHttp();
  const text = useText();
  return async () => {
    try {
      saveFile(await (await http.open(path)).blob(), name);
    } catch (error) {
      notify({ meaning: 'bad', title: errorWords(error, text).title });
    }
  };
}

export function AttachmentLine({ attachment, onShow, onRemove }: AttachmentLineProps) {
  const text = useText();
  const sizeOf = useSize();
  const download = useDownload(attachment);
  const { name, size, createdAt, canDelete } = attachment;
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
          className={styles.fileName}
          title={name}
          onClick={() => (canShow ? onShow() : void download())}
        >
          {name}
        </button>
        <span className={styles.meta}>
          {sizeOf(size)}, <DateText value={createdAt} dayOnly />
        </span>
      </div>
      <RowAction
        icon={IconDownload}
        label={text('annotations.attachments.download', { name })}
        onClick={() => void download()}
      />
      {canDelete && (
        <RowAction icon={IconTrash} label={text('kit.row.remove', { name })} onClick={onRemove} />
      )}
    </li>
  );
}
