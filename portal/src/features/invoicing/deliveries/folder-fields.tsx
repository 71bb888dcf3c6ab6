import { Button } from '@mantine/core';
import { IconFolderCheck } from '@tabler/icons-react';
import { deliveryFoldersResult, deliverySettings, testFolderResult } from '#contract/invoicing/deliveries.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import type { SettingsValues } from './settings-values.ts';

interface FolderFieldsProps {
  /** That of the administration. */
  readonly id: string;
  readonly form: ResourceForm<SettingsValues>;
}

/** Below which folder of the operator files are written, with a button that tries it. */
export function FolderFields({ id, form }: FolderFieldsProps) {
  const text = useText();
  const url = `${collectionUrl(deliverySettings, {})}/${id}`;
  const { data: names } = useAnswer(
    [deliverySettings.path, id, 'folders'],
    `${url}/folders`,
    deliveryFoldersResult,
  );
  const test = useVerb({
    call: (body: { folderRoot: string; folder: string }) => ({ url: `${url}/test-folder`, body }),
    result: testFolderResult,
    invalidates: [],
  });
  const notifyFailure = useNotifyFailure();
  const { folderRoot, folder } = form.values;
  return (
    <>
      {names?.length === 0 && (
        <MessageBar meaning="warn">{text('invoicing.deliverySettings.noFolders')}</MessageBar>
      )}
      <FormRow>
        <SelectField
          form={form}
          name="folderRoot"
          label="invoicing.deliverySettings.folderRoot"
          options={(names ?? []).map((value) => ({ value, label: value }))}
        />
        <TextField
          form={form}
          name="folder"
          label="invoicing.deliverySettings.folder"
          hint="invoicing.deliverySettings.folderHint"
          maxLength={200}
          isOptional
        />
      </FormRow>
      <div>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconFolderCheck size={16} stroke={1.75} aria-hidden />}
          disabled={folderRoot === ''}
          loading={test.isPending}
          onClick={() => void test.mutateAsync({ folderRoot, folder }).catch(notifyFailure)}
        >
          {text('invoicing.deliverySettings.testFolder')}
        </Button>
      </div>
      {test.data && (
        <MessageBar meaning={test.data.isRight ? 'ok' : 'bad'} isAlert>
          {text(`invoicing.deliverySettings.${test.data.isRight ? 'folderRight' : 'folderWrong'}`, {
            path: test.data.path,
            error: test.data.error,
          })}
        </MessageBar>
      )}
    </>
  );
}
