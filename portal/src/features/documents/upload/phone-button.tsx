import { Button, type ButtonProps } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { useText } from '#portal/kit/text.ts';

interface PhoneButtonProps extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  readonly isPrimary: boolean;
}

/** The upload button of a phone, with and without its menu. */
export function PhoneButton({ isPrimary, ...rest }: PhoneButtonProps) {
  const text = useText();
  return (
    <Button
      {...rest}
      variant={isPrimary ? 'filled' : 'default'}
      leftSection={<IconCamera size={16} stroke={1.75} aria-hidden />}
    >
      {text('documents.upload.phone')}
    </Button>
  );
}
