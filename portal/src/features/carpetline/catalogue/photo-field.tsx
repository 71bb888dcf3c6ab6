import { Button } from '@mantine/core';
import { IconPhotoPlus, IconPhotoX } from '@tabler/icons-react';
import { useRef } from 'react';
import { maxPhotoBytes, semiFinishes } from '#contract/carpetline/catalogue.ts';
import { dataUrlOf } from '#portal/kit/data/data-url.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import type { ColorValues } from './catalogue-values.ts';
import { ColorSample } from './color-sample.tsx';
import styles from './catalogue.module.css';

interface PhotoFieldProps {
  readonly semiFinishId: string | null;
  readonly color: ColorValues;
  readonly name: string;
  /** A photo is saved at once: with unsaved changes none can be added. */
  readonly isLocked: boolean;
}

/** The photo of a stored colour; it is saved when it is chosen. */
export function PhotoField({ semiFinishId, color, name, isLocked }: PhotoFieldProps) {
  const text = useText();
  const picker = useRef<HTMLInputElement>(null);
  const put = useVerb({
    call: (content: string | null) => ({
      url: `/api/${semiFinishes.path}/${semiFinishId}/colors/${color.id}/photo`,
      method: 'PUT',
      body: { content },
    }),
    invalidates: [semiFinishes],
    onError: (error) => notify({ ...errorWords(error, text), meaning: 'bad' }),
  });
  const hasPhoto = color.photo !== null;
  const Icon = hasPhoto ? IconPhotoX : IconPhotoPlus;
  const isStored = semiFinishId !== null && color.id !== undefined;

  async function choose(file: File | undefined) {
    if (file === undefined) return;
    if (file.size > maxPhotoBytes)
      return notify({ title: text('contract.code.file-too-large'), meaning: 'bad' });
    put.mutate(await dataUrlOf(file));
  }

  return (
    <div className={styles.photo}>
      {hasPhoto && <ColorSample color={color} />}
      <input
        ref={picker}
        type="file"
        className="balie-hidden"
        tabIndex={-1}
        accept="image/png,image/jpeg,image/webp"
        aria-label={text('carpetline.catalogue.photo', { name })}
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      {isStored && !isLocked ? (
        <Button
          size="xs"
          variant="subtle"
          loading={put.isPending}
          leftSection={<Icon size={14} stroke={1.75} aria-hidden />}
          onClick={() => (hasPhoto ? put.mutate(null) : picker.current?.click())}
        >
          {text(hasPhoto ? 'carpetline.catalogue.photoRemove' : 'carpetline.catalogue.photoAdd')}
        </Button>
      ) : (
        <span className="balie-empty">{text('carpetline.catalogue.photoLater')}</span>
      )}
    </div>
  );
}
