import { Menu } from '@mantine/core';
import { IconCamera, IconFiles } from '@tabler/icons-react';
import { useText } from '#portal/kit/text.ts';
import { PhoneButton } from './phone-button.tsx';

interface PhoneMenuProps {
  readonly isPrimary: boolean;
  readonly onPhoto: () => void;
  readonly onFile: () => void;
}

/**
 * Camera or file: a picker with `capture` offers only the camera, so there are two. It opens as soon as it is loaded,
 * since that happens when somebody presses the button.
 */
export function PhoneMenu({ isPrimary, onPhoto, onFile }: PhoneMenuProps) {
  const text = useText();
  const camera = <IconCamera size={16} stroke={1.75} aria-hidden />;
  return (
    <Menu defaultOpened>
      <Menu.Target>
        <PhoneButton isPrimary={isPrimary} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={camera} onClick={onPhoto}>
          {text('documents.upload.photo')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFiles size={16} stroke={1.75} aria-hidden />} onClick={onFile}>
          {text('documents.upload.choose')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
