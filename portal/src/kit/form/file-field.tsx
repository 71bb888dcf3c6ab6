import { Button } from '@mantine/core';
import { IconPhoto, IconTrash, IconUpload } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { dataUrlOf } from '../data/data-url.ts';
import { useText } from '../text.ts';
import { useField, type FieldProps } from './use-field.tsx';
import styles from './form.module.css';

interface FileFieldProps<T extends object> extends FieldProps<T> {
  /** Bytes; 1 MB when absent. */
  readonly maxBytes?: number;
}

const types = ['image/png', 'image/jpeg', 'image/webp'];

/** A small picture, such as a logo: gives a data URL, or null when taken away. */
export function FileField<T extends object>(props: FileFieldProps<T>) {
  const { maxBytes = 1_000_000 } = props;
  const text = useText();
  const field = useField(
    props,
    (value) =>
      typeof value === 'string' && <img src={value} alt={text(props.label)} className={styles.picture} />,
  );
  const picker = useRef<HTMLInputElement>(null);
  const about = useId();
  // Saving waits for an answer to a refused file: another one, or none.
  const [isRefused, setRefused] = useState(false);
  const { id, label, error, disabled } = field.input;
  const picture = typeof field.value === 'string' && field.value !== '' ? field.value : null;

  async function choose(file: File | undefined) {
    if (file === undefined) return;
    setRefused(true);
    if (!types.includes(file.type)) return field.report('not-an-image');
    if (file.size > maxBytes) return field.report('file-too-large');
    goOn();
    field.set(await dataUrlOf(file));
  }

  function goOn() {
    setRefused(false);
    field.report(undefined);
  }

  return (
    <div>
      <label htmlFor={id} className="mantine-InputWrapper-label">
        {label}
      </label>
      <div className={styles.file}>
        {picture === null ? (
          <span className={styles.picture}>
            <IconPhoto size={24} stroke={1.75} aria-hidden />
          </span>
        ) : (
          <img
            src={picture}
            alt=""
            className={styles.picture}
            // A file of another kind with the name of a picture.
            onError={() => {
              field.set(null);
              setRefused(true);
              field.report('not-an-image');
            }}
          />
        )}
        <input
          ref={picker}
          id={id}
          type="file"
          className="balie-hidden"
          tabIndex={-1}
          accept={types.join(',')}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${about}-about`}
          onChange={(event) => {
            void choose(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <Button
          size="xs"
          disabled={disabled}
          leftSection={<IconUpload size={14} stroke={1.75} aria-hidden />}
          onClick={() => picker.current?.click()}
        >
          {text(picture === null ? 'kit.form.chooseFile' : 'kit.form.replaceFile')}
        </Button>
        {isRefused && (
          <Button size="xs" variant="subtle" disabled={disabled} onClick={goOn}>
            {text('kit.form.withoutFile')}
          </Button>
        )}
        {picture !== null && (
          <Button
            size="xs"
            variant="subtle"
            data-danger
            disabled={disabled}
            leftSection={<IconTrash size={14} stroke={1.75} aria-hidden />}
            onClick={() => field.set(null)}
          >
            {text('kit.form.removeFile')}
          </Button>
        )}
      </div>
      <div
        id={`${about}-about`}
        className={error ? 'mantine-InputWrapper-error' : 'mantine-InputWrapper-description'}
      >
        {error || text('kit.form.imageHint', { size: `${Math.round(maxBytes / 1_000_000)} MB` })}
      </div>
    </div>
  );
}
