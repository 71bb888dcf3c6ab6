import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { deliverySettings, newDeliverySecretResult } from '#contract/invoicing/deliveries.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { ShownOnce } from '#portal/kit/feedback/shown-once.tsx';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { TextField } from '#portal/kit/form/text-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import type { SettingsValues } from './settings-values.ts';

interface WebhookFieldsProps {
  /** That of the administration. */
  readonly id: string;
  readonly form: ResourceForm<SettingsValues>;
  readonly hasSecret: boolean;
}

/** An address that files are posted to, and the secret by which the receiver knows that they come from here. */
export function WebhookFields({ id, form, hasSecret }: WebhookFieldsProps) {
  const text = useText();
  const label = (name: string) => text(`invoicing.deliverySettings.${name}`);
  const [secret, setSecret] = useState<string>();
  const renew = useVerb({
    call: () => ({ url: `${collectionUrl(deliverySettings, {})}/${id}/webhook-secret`, body: {} }),
    result: newDeliverySecretResult,
    invalidates: [],
  });
  const notifyFailure = useNotifyFailure();

  async function makeSecret() {
    const isSure =
      !hasSecret ||
      (await confirm({
        title: label('newSecretQuestion'),
        body: label('newSecretConsequence'),
        verb: label('newSecret'),
      }));
    if (isSure) setSecret((await renew.mutateAsync(undefined)).secret);
  }

  return (
    <>
      <TextField
        form={form}
        name="webhookUrl"
        type="url"
        label="invoicing.deliverySettings.webhookUrl"
        hint="invoicing.deliverySettings.webhookHint"
        maxLength={1000}
      />
      <div>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconKey size={16} stroke={1.75} aria-hidden />}
          loading={renew.isPending}
          onClick={() => void makeSecret().catch(notifyFailure)}
        >
          {label('newSecret')}
        </Button>
      </div>
      {secret !== undefined && (
        <Dialog title={label('secretTitle')} width={560} onClose={() => setSecret(undefined)}>
          <MessageBar meaning="info" isAlert>
            {label('secretHint')}
          </MessageBar>
          <ShownOnce
            value={secret}
            label={label('secret')}
            verb={label('copySecret')}
            onClose={() => setSecret(undefined)}
          />
        </Dialog>
      )}
    </>
  );
}
