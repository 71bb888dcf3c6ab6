import { Button } from '@mantine/core';
import { IconFileTypePdf, IconRulerMeasure, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { drawingTypes, mostDrawingBytes } from '#contract/carpetline/line.ts';
import { dataUrlOf } from '#portal/kit/data/data-url.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { useField } from '#portal/kit/form/use-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { PdfButton } from './pdf-button.tsx';
import type { DrawingValue, LineValues } from './order-values.ts';
import styles from './line.module.css';

const accepted = ['.pdf', '.jpg', '.jpeg', '.png', '.dxf', ...drawingTypes].join(',');

/** The drawing of a deviating carpet: chosen or dropped, and shown. */
export function DrawingField({ form }: { readonly form: ResourceForm<LineValues> }) {
  const text = useText();
  const field = useField({ form, name: 'attachment', label: 'carpetline.line.attachment' });
  const picker = useRef<HTMLInputElement>(null);
  const about = useId();
  const { id, label, error } = field.input;
  const drawing = form.values.attachment;

  async function choose(file: File | undefined) {
    if (file === undefined) return;
    if (file.size > mostDrawingBytes) return field.report('file-too-large');
    field.report(undefined);
    form.set('attachment', { name: file.name, content: await dataUrlOf(file) });
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a second way; the button is the first
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void choose(event.dataTransfer.files[0]);
      }}
    >
      <label htmlFor={id} className="mantine-InputWrapper-label">
        {label}
      </label>
      {drawing && <Preview drawing={drawing} />}
      <input
        ref={picker}
        id={id}
        type="file"
        className="balie-hidden"
        tabIndex={-1}
        accept={accepted}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${about}-about`}
        data-testid="drawing"
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <div className={styles.drawingButtons}>
        <Button leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />} onClick={() => picker.current?.click()}>
          {text(drawing ? 'kit.form.replaceFile' : 'kit.form.chooseFile')}
        </Button>
        {drawing && (
          <Button variant="subtle" data-danger leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />} onClick={() => form.set('attachment', null)}>
            {text('kit.form.removeFile')}
          </Button>
        )}
      </div>
      <div id={`${about}-about`} className={error ? 'mantine-InputWrapper-error' : 'mantine-InputWrapper-description'}>
        {error || text('carpetline.line.attachmentHint')}
      </div>
    </div>
  );
}

/** A drawing as far as a browser can show it. */
export function Preview({ drawing }: { readonly drawing: DrawingValue }) {
  const http = useHttp();
  const stored = 'id' in drawing ? drawing : undefined;
  const isPicture = stored ? stored.mimeType.startsWith('image/') && !stored.mimeType.endsWith('dxf') : isPictureUrl(drawing);
  const bytes = useQuery({
    queryKey: [...useKeyStart(), 'carpetline/drawing', stored?.path],
    queryFn: async ({ signal }) => dataUrlOf(await (await http.open(stored?.path ?? '', { signal })).blob()),
    enabled: stored !== undefined && isPicture,
  });
  const source = stored ? bytes.data : 'content' in drawing ? drawing.content : undefined;
  const isPdf = stored ? stored.mimeType === 'application/pdf' : 'content' in drawing && drawing.content.startsWith('data:application/pdf');
  const Icon = isPdf ? IconFileTypePdf : IconRulerMeasure;
  return (
    <figure className={styles.preview}>
      {isPicture && source !== undefined ? <img src={source} alt="" /> : <Icon size={40} stroke={1.25} aria-hidden />}
      <figcaption>{drawing.name}</figcaption>
      {isPdf && <PdfButton drawing={drawing} />}
    </figure>
  );
}

const isPictureUrl = (drawing: DrawingValue) => 'content' in drawing && /^data:image\/(?:png|jpeg);/.test(drawing.content);
