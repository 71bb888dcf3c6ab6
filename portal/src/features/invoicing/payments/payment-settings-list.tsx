import { Button } from '@mantine/core';
import { IconBuildingBank, IconShieldCheck } from '@tabler/icons-react';
import { dayOfInstant } from '#contract/dates.ts';
import { paymentSettings } from '#contract/invoicing/payments.ts';
import { collectionUrl, type Rec, type Row } from '#contract/resource.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { YesNoField } from '#portal/kit/form/choice-field.tsx';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { storedAs, useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { type RecordDialogProps, useRecordDialog } from '#portal/kit/list/use-record-dialog.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { useText } from '#portal/kit/text.ts';
import { IbanText } from '../warnings/iban-text.tsx';

type Settings = Rec<typeof paymentSettings>;
const hooks = resourceHooks(paymentSettings);

const columns = columnsFor(
  paymentSettings,
  [
    { field: 'administration/name', small: 'title', render: ({ administration }) => administration.name },
    { field: 'company/name', width: '22%', sortable: false, render: ({ company }) => company.name },
    { field: 'isOn', width: 110, small: 'end', render: ({ isOn }) => <OnOff isOn={isOn} /> },
    { field: 'iban', width: '40%', small: 'line', render: (row) => <Account settings={row} /> },
  ],
  'invoicing.paymentSettings',
);

/** From which account each administration pays. */
export function PaymentSettingsList() {
  const rows = useRows(paymentSettings, {});
  const { list, dialog } = useRecordDialog(
    paymentSettings,
    {},
    { nameOf: ({ administration }) => administration.name, texts: 'invoicing.paymentSettings' },
  );
  return (
    <>
      <ResourceList
        {...rows}
        {...list}
        columns={columns}
        texts="invoicing.paymentSettings"
        empty={{ icon: IconBuildingBank }}
      />
      {dialog && <SettingsDialog {...dialog} />}
    </>
  );
}

function OnOff({ isOn }: { readonly isOn: boolean }) {
  return useText()(`invoicing.paymentSettings.${isOn ? 'on' : 'off'}`);
}

function Account({ settings }: { readonly settings: Row<typeof paymentSettings> }) {
  const text = useText();
  const { iban, isConfirmed, confirmedByName } = settings;
  if (iban === '') return <span className="balie-empty">{text('invoicing.paymentSettings.noAccount')}</span>;
  const state = isConfirmed
    ? text('invoicing.paymentSettings.confirmed', { name: confirmedByName })
    : text('invoicing.paymentSettings.unconfirmed');
  return (
    <>
      <IbanText iban={iban} /> · {state}
    </>
  );
}

function SettingsDialog({ record, ...props }: RecordDialogProps<typeof paymentSettings>) {
  const settings = hooks.useOne(record?.id ?? '', {});
  return record && <Loaded of={settings}>{(found) => <SettingsForm settings={found} {...props} />}</Loaded>;
}

interface Values {
  readonly isOn: boolean;
  readonly packagePaysToo: string;
  readonly iban: string;
  readonly bic: string;
  readonly holder: string;
  readonly paysFrom: string;
  readonly rowVersion: number;
}

const valuesOf = ({ isOn, iban, bic, holder, paysFrom, rowVersion }: Settings): Values => ({
  isOn,
  packagePaysToo: '',
  iban,
  bic,
  holder,
  paysFrom: paysFrom ?? dayOfInstant(new Date()),
  rowVersion,
});

interface SettingsFormProps {
  readonly settings: Settings;
  readonly title: string;
  readonly onClose: () => void;
}

function SettingsForm({ settings, title, onClose }: SettingsFormProps) {
  const text = useText();
  const { mutateAsync: save } = useVerb({
    call: ({ packagePaysToo, ...values }: Values) => ({
      url: `${collectionUrl(paymentSettings, {})}/${settings.id}`,
      method: 'PUT',
      body: { ...values, ...(packagePaysToo === '' ? {} : { packagePaysToo: packagePaysToo === 'yes' }) },
    }),
    result: paymentSettings.record,
    invalidates: [paymentSettings],
  });
  const form = useResourceForm({
    initial: valuesOf(settings),
    save,
    onSaved: onClose,
    fromStored: storedAs(paymentSettings.record, valuesOf),
  });
  const label = (name: string) => `invoicing.paymentSettings.${name}`;
  return (
    <FormModal form={form} title={title} onClose={onClose}>
      {settings.iban !== '' && !settings.isConfirmed && <Confirmation settings={settings} onDone={onClose} />}
      <YesNoField form={form} name="isOn" label={label('isOn')} hint={label('isOnHint')} />
      {form.values.isOn && !settings.isOn && (
        <SelectField
          form={form}
          name="packagePaysToo"
          label={label('packagePaysToo')}
          options={['no', 'yes'].map((value) => ({ value, label: text(label(value)) }))}
        />
      )}
      <TextField form={form} name="holder" label={label('holder')} maxLength={70} />
      <FormRow>
        <TextField form={form} name="iban" label={label('iban')} maxLength={42} />
        <TextField form={form} name="bic" label={label('bic')} maxLength={11} isOptional />
      </FormRow>
      <DateField form={form} name="paysFrom" label={label('paysFrom')} />
    </FormModal>
  );
}

function Confirmation({ settings, onDone }: { readonly settings: Settings; readonly onDone: () => void }) {
  const text = useText();
  const notifyFailure = useNotifyFailure();
  const { id, iban, holder, rowVersion, mayConfirm } = settings;
  const { mutateAsync: send, isPending } = useVerb({
    call: () => ({ url: `${collectionUrl(paymentSettings, {})}/${id}/confirm`, body: { rowVersion } }),
    result: paymentSettings.record,
    invalidates: [paymentSettings],
  });
  if (!mayConfirm) return <MessageBar meaning="info">{text('invoicing.paymentSettings.waits')}</MessageBar>;
  const ask = async () => {
    const isSure = await confirm({
      title: text('invoicing.paymentSettings.confirmTitle'),
      body: text('invoicing.paymentSettings.confirmBody', { iban, holder }),
      verb: text('invoicing.paymentSettings.confirm'),
    });
    if (!isSure) return;
    await send(undefined).then(onDone).catch(notifyFailure);
  };
  return (
    <Button
      variant="default"
      loading={isPending}
      leftSection={<IconShieldCheck size={16} stroke={1.75} aria-hidden />}
      onClick={() => void ask()}
    >
      {text('invoicing.paymentSettings.confirm')}
    </Button>
  );
}
