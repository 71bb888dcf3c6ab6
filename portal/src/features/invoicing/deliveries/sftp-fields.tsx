import { Button } from '@mantine/core';
import { IconServerBolt } from '@tabler/icons-react';
import type { z } from 'zod';
import { deliverySettings, type testSftpCommand, testSftpResult } from '#contract/invoicing/deliveries.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { NumberField } from '#portal/kit/form/number-fields.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import type { SettingsValues } from './settings-values.ts';

interface SftpFieldsProps {
  /** That of the administration. */
  readonly id: string;
  readonly form: ResourceForm<SettingsValues>;
  readonly hasSecret: boolean;
}

/** A server that takes files by SFTP, with a button that tries it; the key that it shows is kept. */
export function SftpFields({ id, form, hasSecret }: SftpFieldsProps) {
  const text = useText();
  const label = (name: string) => `invoicing.deliverySettings.${name}` as const;
  const test = useVerb({
    call: (body: z.input<typeof testSftpCommand>) => ({
      url: `${collectionUrl(deliverySettings, {})}/${id}/test-sftp`,
      body,
    }),
    result: testSftpResult,
    invalidates: [],
  });
  const notifyFailure = useNotifyFailure();
  const { sftpHost, sftpPort, sftpUser, sftpFolder, sftpHostKey, sftpSecret } = form.values;

  async function run() {
    const server = { sftpHost, sftpPort: sftpPort ?? 22, sftpUser, sftpFolder, sftpHostKey };
    const { hostKey } = await test.mutateAsync({ ...server, sftpSecret });
    if (hostKey !== '' && sftpHostKey === '') form.set('sftpHostKey', hostKey);
  }

  return (
    <>
      <FormRow>
        <TextField form={form} name="sftpHost" label={label('sftpHost')} maxLength={255} />
        <NumberField form={form} name="sftpPort" label={label('sftpPort')} maxDigits={5} />
      </FormRow>
      <FormRow>
        <TextField form={form} name="sftpUser" label={label('sftpUser')} maxLength={100} />
        <TextField form={form} name="sftpFolder" label={label('sftpFolder')} maxLength={300} isOptional />
      </FormRow>
      <TextField
        form={form}
        name="sftpSecret"
        label={label('sftpSecret')}
        hint={label('sftpSecretHint')}
        placeholder={hasSecret ? text('invoicing.deliverySettings.stored') : ''}
        rows={2}
        isMonospace
        isOptional={hasSecret}
      />
      <TextField
        form={form}
        name="sftpHostKey"
        label={label('sftpHostKey')}
        hint={label('sftpHostKeyHint')}
        isMonospace
        isOptional
      />
      <div>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconServerBolt size={16} stroke={1.75} aria-hidden />}
          disabled={sftpHost === '' || sftpUser === ''}
          loading={test.isPending}
          onClick={() => void run().catch(notifyFailure)}
        >
          {text('invoicing.deliverySettings.testSftp')}
        </Button>
      </div>
      {test.data && (
        <MessageBar meaning={test.data.isRight ? 'ok' : 'bad'} isAlert>
          {test.data.isRight ? text('invoicing.deliverySettings.sftpRight') : test.data.error}
        </MessageBar>
      )}
    </>
  );
}
