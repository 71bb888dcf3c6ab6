import { Button } from '@mantine/core';
import { IconFileTypePdf, IconRefresh, IconRulerMeasure, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { drawingTypes } from '#contract/carpetline/line.ts';
import { dataUrlOf } from '#portal/kit/data/data-url.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { fieldText } from '#portal/kit/form/field-text.ts';
import { FieldError, useField } from '#portal/kit/form/use-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { type Text, useText } from '#portal/kit/text.ts';
import { PdfButton } from './pdf-button.tsx';
import type { DrawingValue, LineValues } from './order-values.ts';
import { refusalOf, type SendingState, type SentDrawing } from './use-sent-drawing.ts';
import styles from './line.module.css';

const accepted = ['.pdf', '.jpg', '.jpeg', '.png', '.dxf', ...drawingTypes].join(',');

/** The drawing of a deviating carpet: chosen or dropped, uploaded at once, and shown. */
export function DrawingField({
  form,
  drawing: sending,
}: {
  readonly form: ResourceForm<LineValues>;
  readonly drawing: SentDrawing;
}) {
  const text = useText();
  const field = useField({ form, name: 'attachment', label: 'carpetline.line.attachment' });
  const picker = useRef<HTMLInputElement>(null);
  const about = useId();
  const { id, label } = field.input;
  const { state } = sending;
  const error = state?.failure ? (
    <FieldError sentences={[failureWords(state.failure, text)]} />
  ) : (
    field.input.error
  );
  const drawing = state === null ? form.values.attachment : null;

  function choose(file: File | undefined) {
    if (file === undefined) return;
    form.set('attachment', null);
    sending.send(file);
  }
  function clear() {
    sending.cancel();
    form.set('attachment', null);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a second way; the button is the first
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        choose(event.dataTransfer.files[0]);
      }}
    >
      <label htmlFor={id} className="mantine-InputWrapper-label">
        {label}
      </label>
      {drawing && <Preview drawing={drawing} />}
      {state && !state.failure && <Uploading state={state} />}
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
          choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <div className={styles.drawingButtons}>
        {canRetry(state) && (
          <Button leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />} onClick={sending.retry}>
            {text('kit.error.retry')}
          </Button>
        )}
        <Button
          leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
          onClick={() => picker.current?.click()}
        >
          {text(drawing || state ? 'kit.form.replaceFile' : 'kit.form.chooseFile')}
        </Button>
        {(drawing || state) && (
          <Button
            variant="subtle"
            data-danger
            leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
            onClick={clear}
          >
            {text('kit.form.removeFile')}
          </Button>
        )}
      </div>
      <div
        id={`${about}-about`}
        className={error ? 'mantine-InputWrapper-error' : 'mantine-InputWrapper-description'}
      >
        {error || text('carpetline.line.attachmentHint')}
      </div>
    </div>
  );
}

const canRetry = (state: SendingState | null) =>
  state?.failure instanceof Error && refusalOf(state.failure) === undefined;

function failureWords(failure: NonNullable<SendingState['failure']>, text: Text): string {
  if (failure === 'too-large') return fieldText(text, 'attachment', 'file-too-large');
  const { title, hint } = errorWords(failure, text);
  return refusalOf(failure) ?? [title, hint].filter(Boolean).join(' ');
}

function Uploading({ state: { name, part } }: { readonly state: SendingState }) {
  const percent = Math.round(part * 100);
  return (
    <div className={styles.onItsWay}>
      <span>{name}</span>
      <span>{percent}%</span>
      <progress value={percent} max={100} aria-label={name} />
    </div>
  );
}

/** A drawing, as far as a browser can show it. */
export function Preview({ drawing }: { readonly drawing: DrawingValue }) {
  const http = useHttp();
  const stored = 'id' in drawing ? drawing : undefined;
  const isPicture = stored
    ? stored.mimeType.startsWith('image/') && !stored.mimeType.endsWith('dxf')
    : isPictureUrl(drawing);
  const bytes = useQuery({
    queryKey: [...useKeyStart(), 'carpetline/drawing', stored?.path],
    queryFn: async ({ signal }) => dataUrlOf(await (await http.open(stored?.path ?? '', { signal })).blob()),
    enabled: stored !== undefined && isPicture,
  });
  const source = stored ? bytes.data : 'content' in drawing ? drawing.content : undefined;
  const isPdf = stored
    ? stored.mimeType === 'application/pdf'
    : 'content' in drawing && drawing.content.startsWith('data:application/pdf');
  const Icon = isPdf ? IconFileTypePdf : IconRulerMeasure;
  return (
    <figure className={styles.preview}>
      {isPicture && source !== undefined ? (
        <img src={source} alt="" />
      ) : (
        <Icon size={40} stroke={1.25} aria-hidden />
      )}
      <figcaption>{drawing.name}</figcaption>
      {isPdf && <PdfButton drawing={drawing} />}
    </figure>
  );
}

const isPictureUrl = (drawing: DrawingValue) =>
  'content' in drawing && /^data:image\/(?:png|jpeg);/.test(drawing.content);
