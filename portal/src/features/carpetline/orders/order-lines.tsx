import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPaperclip } from '@tabler/icons-react';
import type { CarpetLine } from '#contract/carpetline/line.ts';
import { useDownload } from '#portal/kit/feedback/use-download.ts';
import { useText } from '#portal/kit/text.ts';
import { Preview } from './drawing-field.tsx';
import { finishOf, sizeOf } from './order.ts';
import { Sketch } from './sketch.tsx';
import styles from './order.module.css';

/** The lines of an order, each with its sketch or drawing. */
export function OrderLines({ lines }: { readonly lines: readonly CarpetLine[] }) {
  const text = useText();
  return (
    <ol className={styles.lines}>
      {lines.map((line) => (
        <li key={line.id} className={styles.line}>
          <div className={styles.picture}>
            {line.attachment ? <Drawing attachment={line.attachment} /> : <Sketch {...line} />}
          </div>
          <dl className={styles.facts}>
            <Fact
              label={text('carpetline.line.qualityName')}
              value={`${line.lineNumber}. ${line.qualityName}`}
            />
            <Fact
              label={text('carpetline.line.shape')}
              value={[text(`carpetline.shape.${line.shape}`), sizeOf(line)].filter(Boolean).join(', ')}
            />
            <Fact label={text('carpetline.line.finish')} value={finishOf(line)} />
            <Fact label={text('carpetline.line.quantity')} value={String(line.quantity)} />
          </dl>
          {line.discontinued.length > 0 && (
            <p className={styles.warn}>
              <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
              {text('carpetline.line.discontinued')}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Drawing({ attachment }: { readonly attachment: NonNullable<CarpetLine['attachment']> }) {
  const text = useText();
  const { save } = useDownload();
  return (
    <>
      <Preview drawing={attachment} />
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconPaperclip size={14} stroke={1.75} aria-hidden />}
        onClick={() => void save(attachment.path, attachment.name)}
      >
        {text('carpetline.line.saveDrawing')}
      </Button>
    </>
  );
}
