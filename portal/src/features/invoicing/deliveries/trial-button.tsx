import { Button } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useDownload } from '#portal/kit/feedback/use-download.ts';
import { useText } from '#portal/kit/text.ts';
import { settingsUrl } from './package-codes.api.ts';

/** Downloads an example invoice as the package of an administration would get it. */
export function TrialButton({ id }: { readonly id: string }) {
  const text = useText();
  const { save, isLoading } = useDownload();
  return (
    <Button
      size="xs"
      variant="subtle"
      loading={isLoading}
      leftSection={<IconFlask size={16} stroke={1.75} aria-hidden />}
      onClick={() => void save(settingsUrl(id, 'trial'), 'proef.zip')}
    >
      {text('invoicing.deliverySettings.trial')}
    </Button>
  );
}
