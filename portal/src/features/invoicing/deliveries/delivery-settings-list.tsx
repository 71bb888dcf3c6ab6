import { Button } from '@mantine/core';
import { IconArrowsExchange, IconPlugConnected } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import {
  deliveryPaces,
  deliverySettings,
  deliveryTargets,
  isUblCoupling,
} from '#contract/invoicing/deliveries.ts';
import { collectionUrl, type Row } from '#contract/resource.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { YesNoField } from '#portal/kit/form/choice-field.tsx';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { NumberField } from '#portal/kit/form/number-fields.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { storedAs, useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { type RecordDialogProps, useRecordDialog } from '#portal/kit/list/use-record-dialog.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { FolderFields } from './folder-fields.tsx';
import { MissingForUbl } from './missing-for-ubl.tsx';
import { Obstacles } from './obstacles.tsx';
import type { SettingsValues } from './settings-values.ts';
import { SftpFields } from './sftp-fields.tsx';
import { TrialButton } from './trial-button.tsx';
import { WebhookFields } from './webhook-fields.tsx';

type Settings = Row<typeof deliverySettings>;

const columns = columnsFor(
  deliverySettings,
  [
    { field: 'administration/name', small: 'title', render: ({ administration }) => administration.name },
    { field: 'coupling', width: '22%', small: 'line', render: (row) => <Coupling settings={row} /> },
    { field: 'isAutomatic', width: 150, small: 'line', render: (row) => <Pace settings={row} /> },
    { field: 'readyCount', width: 120, align: 'right', sortable: false, small: 'end' },
  ],
  'invoicing.deliverySettings',
);

/** How each administration delivers to its package. */
export function DeliverySettingsList() {
  const rows = useRows(deliverySettings, {});
  const { list, dialog } = useRecordDialog(
    deliverySettings,
    {},
    { nameOf: ({ administration }) => administration.name, texts: 'invoicing.deliverySettings' },
  );
  return (
    <>
      <ResourceList
        {...rows}
        {...list}
        columns={columns}
        texts="invoicing.deliverySettings"
        empty={{ icon: IconPlugConnected }}
      />
      {dialog && <SettingsDialog {...dialog} />}
    </>
  );
}

function Coupling({ settings: { coupling, hasExporter } }: { readonly settings: Settings }) {
  const text = useText();
  return hasExporter ? coupling : `${coupling} · ${text('invoicing.deliverySettings.byHandOnly')}`;
}

function Pace({ settings: { isAutomatic, pace } }: { readonly settings: Settings }) {
  const text = useText();
  return text(`invoicing.deliverySettings.${isAutomatic ? `paceName.${pace}` : 'off'}`);
}

function valuesOf({ isAutomatic, takenFrom, ...settings }: Settings): SettingsValues {
  const {
    pace,
    target,
    mailAddress,
    folderRoot,
    folder,
    waitSeconds,
    maxTries,
    journal,
    awaitsReceipt,
    requiresMapping,
    rowVersion,
  } = settings;
  const { sftpHost, sftpPort, sftpUser, sftpFolder, sftpHostKey, webhookUrl } = settings;
  const started = takenFrom === null ? 'all' : 'new';
  return {
    isAutomatic: isAutomatic ? started : 'off',
    pace,
    target,
    mailAddress,
    folderRoot,
    folder,
    sftpHost,
    sftpPort,
    sftpUser,
    sftpFolder,
    sftpHostKey,
    sftpSecret: '',
    webhookUrl,
    waitSeconds,
    maxTries,
    journal,
    awaitsReceipt,
    requiresMapping,
    rowVersion,
  };
}

function SettingsDialog({ record, ...props }: RecordDialogProps<typeof deliverySettings>) {
  return record && <SettingsForm settings={record} {...props} />;
}

interface SettingsFormProps {
  readonly settings: Settings;
  readonly title: string;
  readonly onClose: () => void;
}

function SettingsForm({ settings, title, onClose }: SettingsFormProps) {
  const text = useText();
  const pathTo = usePathTo();
  const { mutateAsync: save } = useVerb({
    call: ({ isAutomatic, ...values }: SettingsValues) => ({
      url: `${collectionUrl(deliverySettings, {})}/${settings.id}`,
      method: 'PUT',
      body: {
        ...values,
        isAutomatic: isAutomatic !== 'off',
        // 'From now on' keeps the moment that was chosen before.
        takenFrom: isAutomatic === 'new' ? (settings.takenFrom ?? new Date().toISOString()) : null,
      },
    }),
    result: deliverySettings.record,
    invalidates: [deliverySettings],
  });
  const form = useResourceForm({
    initial: valuesOf(settings),
    save,
    onSaved: onClose,
    fromStored: storedAs(deliverySettings.record, valuesOf),
  });
  const choices = (names: readonly string[], group: string) =>
    names.map((value) => ({
      value,
      label: text(`invoicing.deliverySettings.${group}.${value}`, { count: settings.readyCount }),
    }));
  return (
    <FormModal form={form} title={title} onClose={onClose}>
      {!settings.hasExporter && (
        <MessageBar meaning="warn">{text('invoicing.deliverySettings.noExporter')}</MessageBar>
      )}
      <Obstacles id={settings.id} />
      {isUblCoupling(settings.coupling) && <MissingForUbl id={settings.id} />}
      <SelectField
        form={form}
        name="isAutomatic"
        label="invoicing.deliverySettings.isAutomatic"
        options={choices(['off', 'new', 'all'], 'automaticName')}
      />
      <FormRow>
        <SelectField
          form={form}
          name="pace"
          label="invoicing.deliverySettings.pace"
          options={choices(deliveryPaces, 'paceName')}
        />
        <SelectField
          form={form}
          name="target"
          label="invoicing.deliverySettings.target"
          options={choices(deliveryTargets, 'targetName')}
        />
      </FormRow>
      {form.values.target === 'mail' && (
        <TextField
          form={form}
          name="mailAddress"
          type="email"
          label="invoicing.deliverySettings.mailAddress"
        />
      )}
      {form.values.target === 'folder' && <FolderFields id={settings.id} form={form} />}
      {form.values.target === 'sftp' && (
        <SftpFields id={settings.id} form={form} hasSecret={settings.hasSftpSecret} />
      )}
      {form.values.target === 'webhook' && (
        <WebhookFields id={settings.id} form={form} hasSecret={settings.hasWebhookSecret} />
      )}
      <YesNoField
        form={form}
        name="awaitsReceipt"
        label="invoicing.deliverySettings.awaitsReceipt"
        hint="invoicing.deliverySettings.awaitsReceiptHint"
      />
      <TextField form={form} name="journal" label="invoicing.deliverySettings.journal" maxLength={20} />
      <YesNoField
        form={form}
        name="requiresMapping"
        label="invoicing.deliverySettings.requiresMapping"
        hint="invoicing.deliverySettings.requiresMappingHint"
      />
      <div>
        <Button
          component={Link}
          to={`${pathTo('delivery-settings:detail', { administrationId: settings.id })}/accounts`}
          size="xs"
          variant="subtle"
          leftSection={<IconArrowsExchange size={16} stroke={1.75} aria-hidden />}
        >
          {text('invoicing.packageCodes.title')}
        </Button>
        {settings.hasExporter && <TrialButton id={settings.id} />}
      </div>
      <FormRow>
        <NumberField form={form} name="waitSeconds" label="invoicing.deliverySettings.waitSeconds" />
        <NumberField form={form} name="maxTries" label="invoicing.deliverySettings.maxTries" />
      </FormRow>
    </FormModal>
  );
}
