import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useText } from '#portal/kit/text.ts';
import { useIsPhone } from '#portal/kit/use-width.ts';
import { PhoneButton } from './phone-button.tsx';
import { useUploadParts } from './upload-context.ts';

// A menu is larger than all of this file, and only phones have it: it is loaded when the button is pressed.
const PhoneMenu = lazy(async () => ({ default: (await import('./phone-menu.tsx')).PhoneMenu }));

/** What the file picker offers; the server decides by the bytes of a file. */
const accepted =
  '.pdf,.jpg,.jpeg,.png,.tif,.tiff,.webp,.avif,.xml,.zip,.eml,application/pdf,image/jpeg,image/png,image/tiff,image/webp,image/avif,message/rfc822,application/xml,text/xml,application/zip';

interface UploadButtonProps {
  /** The screen's main action, as in an empty list. */
  readonly isPrimary?: boolean;
}

/** Chooses files; on a phone also takes a photo. */
export function UploadButton({ isPrimary = false }: UploadButtonProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const { mayUpload, take } = useUploadParts();
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [isMenuWanted, setMenuWanted] = useState(false);
  if (!mayUpload) return null;

  const look = isPrimary ? ({ variant: 'filled' } as const) : {};
  const input = { type: 'file', hidden: true, multiple: true, tabIndex: -1, 'aria-hidden': true } as const;
  const onPicked = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
    take([...(currentTarget.files ?? [])]);
    // The same file may be chosen again.
    currentTarget.value = '';
  };

  return (
    <>
      {isPhone ? (
        <Suspense fallback={<PhoneButton isPrimary={isPrimary} />}>
          {isMenuWanted ? (
            <PhoneMenu
              isPrimary={isPrimary}
              onPhoto={() => camera.current?.click()}
              onFile={() => files.current?.click()}
            />
          ) : (
            <PhoneButton isPrimary={isPrimary} aria-haspopup="menu" onClick={() => setMenuWanted(true)} />
          )}
        </Suspense>
      ) : (
        <Button
          {...look}
          leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
          onClick={() => files.current?.click()}
        >
          {text('documents.upload.button')}
        </Button>
      )}
      <input {...input} ref={files} accept={accepted} data-testid="upload-files" onChange={onPicked} />
      <input
        {...input}
        ref={camera}
        accept="image/jpeg,image/png"
        capture="environment"
        onChange={onPicked}
      />
    </>
  );
}
