import { Button, Menu } from '@mantine/core';
import { IconCamera, IconFiles } from '@tabler/icons-react';
import { useText } from '#portal/kit/text.ts';

interface PhoneMenuProps {
  readonly isPrimary: boolean;
  readonly onPhoto: () => void;
  readonly onFile: () => void;
}

/** Camera or file: a picker with `capture` offers only the camera, so there are two. */
export function PhoneMenu({ isPrimary, onPhoto, onFile }: PhoneMenuProps) {
  const text = useText();
  const camera = <IconCamera size={16} stroke={1.75} aria-hidden />;
  return (
    <Menu>
      <Menu.Target>
        <Button variant={isPrimary ? 'filled' : 'default'} leftSection={camera}>
          {text('documents.upload.phone')}
        </Button>
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
