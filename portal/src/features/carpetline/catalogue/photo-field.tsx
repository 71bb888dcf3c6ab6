import { Button } from '@mantine/core';
import { IconPhotoPlus, IconPhotoX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { maxPhotoBytes, semiFinishes } from '#contract/carpetline/catalogue.ts';
import { dataUrlOf } from '#portal/kit/data/data-url.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { invalidateResource } from '#portal/kit/data/resource-hooks.ts';
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
  /** What is not saved would be lost by a photo, which is saved at once. */
  readonly isLocked: boolean;
}

/** The photo of a stored colour; chosen, it is saved at once. */
export function PhotoField({ semiFinishId, color, name, isLocked }: PhotoFieldProps) {
  const text = useText();
  const http = useHttp();
  const client = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const put = useMutation({
    mutationFn: (content: string | null) =>
      http.send(`/api/${semiFinishes.path}/${semiFinishId}/colors/${color.id}/photo`, {
        method: 'PUT',
        body: { content },
      }),
    onSuccess: () => invalidateResource(client, semiFinishes.path),
    onError: (error) => notify({ ...errorWords(error, text), meaning: 'bad' }),
  });
  const isStored = semiFinishId !== null && color.id !== undefined;

  async function choose(file: File | undefined) {
    if (file === undefined) return;
    if (file.size > maxPhotoBytes)
      return notify({ title: text('contract.code.file-too-large'), meaning: 'bad' });
    put.mutate(await dataUrlOf(file));
  }

  return (
    <div className={styles.photo}>
      {color.photo !== null && <ColorSample color={color} />}
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
          leftSection={
            color.photo === null ? (
              <IconPhotoPlus size={14} stroke={1.75} aria-hidden />
            ) : (
              <IconPhotoX size={14} stroke={1.75} aria-hidden />
            )
          }
          onClick={() => (color.photo === null ? picker.current?.click() : put.mutate(null))}
        >
          {text(color.photo === null ? 'carpetline.catalogue.photoAdd' : 'carpetline.catalogue.photoRemove')}
        </Button>
      ) : (
        <span className="balie-empty">{text('carpetline.catalogue.photoLater')}</span>
      )}
    </div>
  );
}
