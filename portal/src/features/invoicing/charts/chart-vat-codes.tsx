import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { charts } from '#contract/invoicing/charts.ts';
import { vatKinds } from '#contract/invoicing/booking-rules.ts';
import { formatNumber, readAmount } from '#contract/money.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { YesNoField } from '#portal/kit/form/choice-field.tsx';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { type ResourceForm, useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { YesNo } from '#portal/kit/format/yes-no.tsx';
import type { Column } from '#portal/kit/list/column.tsx';
import { ListFrame } from '#portal/kit/list/list-frame.tsx';
import { localPage } from '#portal/kit/list/local-page.ts';
import { RowActions } from '#portal/kit/list/row-actions.tsx';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import {
  type ChartVatCode,
  useEntries,
  useRemoveVatCode,
  useSaveVatCode,
  useVatCodes,
} from './charts.api.ts';
import styles from './charts.module.css';

type Row = ChartVatCode & { readonly id: string };

/** The VAT codes of a chart with their rates by date. */
export function ChartVatCodes() {
  const text = useText();
  const language = useLanguage();
  const may = usePermission();
  const id = useParam('administrationId');
  const answer = useVatCodes(id);
  const list = useListState(charts);
  const remove = useRemoveVatCode(id);
  const notifyFailure = useNotifyFailure();
  const [edited, setEdited] = useState<ChartVatCode | null>();
  const mayUpdate = may('fmmodule.charts.update');
  const rows = answer.data?.map((code) => ({ ...code, id: code.code }));
  const page = rows && localPage(rows, list, ({ code, name }) => ({ code, name }));
  const percentage = (rate: number) => `${formatNumber(rate / 100, language, { min: 0, max: 2 })}%`;
  const columns: readonly Column<Row>[] = [
    {
      field: 'code',
      label: 'invoicing.charts.code',
      render: ({ code }) => code,
      width: 100,
      sortable: true,
      isMain: true,
      small: 'line',
    },
    {
      field: 'name',
      label: 'invoicing.charts.name',
      render: ({ name }) => name,
      sortable: true,
      small: 'title',
    },
    {
      field: 'kind',
      label: 'invoicing.charts.kind',
      render: ({ kind }) => text(`invoicing.charts.kinds.${kind}`),
      width: 160,
    },
    {
      field: 'rate',
      label: 'invoicing.charts.rate',
      render: ({ rates, isConfirmed }) => (
        <>
          {rates[0] && percentage(rates[0].rate)}
          {!isConfirmed && <span className={styles.unconfirmed}> {text('invoicing.charts.derived')}</span>}
        </>
      ),
      width: 150,
      small: 'end',
    },
    {
      field: 'deductible',
      label: 'invoicing.charts.deductible',
      render: ({ deductible }) => percentage(deductible),
      width: 110,
      align: 'right',
    },
    {
      field: 'accountNumber',
      label: 'invoicing.charts.accountNumber',
      render: ({ accountNumber }) => accountNumber,
      width: 120,
    },
    {
      field: 'isOpen',
      label: 'invoicing.charts.isOpen',
      render: ({ isOpen }) => <YesNo value={isOpen} />,
      width: 100,
    },
  ];

  async function ask({ code, name }: Row) {
    const isSure = await confirm({
      title: text('invoicing.charts.removeTitle', { name: `${code} ${name}`.trim() }),
      body: text('invoicing.charts.removeBody'),
      verb: text('invoicing.charts.removeVerb'),
      isDanger: true,
    });
    if (isSure) remove.mutate(code, { onError: notifyFailure });
  }
  return (
    <>
      <ListFrame
        place="tab"
        screen="chart-vat-codes:index"
        texts="invoicing.charts.vatCode"
        list={list}
        columns={columns}
        page={{ ...answer, data: page }}
        renderTools={() => null}
        create={mayUpdate && { onClick: () => setEdited(null) }}
        onOpen={mayUpdate ? setEdited : undefined}
        actionsWidth={88}
        renderActions={(row) =>
          mayUpdate && (
            <RowActions
              name={`${row.code} ${row.name}`.trim()}
              onEdit={() => setEdited(row)}
              onRemove={() => void ask(row)}
            />
          )
        }
      />
      {edited !== undefined && (
        <VatCodeDialog chartId={id} code={edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}

interface VatCodeDialogProps {
  readonly chartId: string;
  /** Null for a new one. */
  readonly code: ChartVatCode | null;
  readonly onClose: () => void;
}

interface Values {
  readonly code: string;
  readonly name: string;
  readonly kind: ChartVatCode['kind'];
  readonly deductible: string;
  readonly accountNumber: string;
  readonly dueAccountNumber: string;
  readonly isOpen: boolean;
  readonly rates: readonly { readonly fromDay: string; readonly rate: string }[];
}

const percentText = (hundredths: number) => String(hundredths / 100).replace('.', ',');

function VatCodeDialog({ chartId, code, onClose }: VatCodeDialogProps) {
  const text = useText();
  const save = useSaveVatCode(chartId);
  const { data: accounts = [] } = useEntries(chartId, 'account');
  const initial: Values = {
    code: code?.code ?? '',
    name: code?.name ?? '',
    kind: code?.kind ?? 'normal',
    deductible: percentText(code?.deductible ?? 10_000),
    accountNumber: code?.accountNumber ?? '',
    dueAccountNumber: code?.dueAccountNumber ?? '',
    isOpen: code?.isOpen ?? true,
    rates: (code?.rates ?? [{ fromDay: '2019-01-01', rate: 2100 }]).map(({ fromDay, rate }) => ({
      fromDay,
      rate: percentText(rate),
    })),
  };
  const form = useResourceForm({
    initial,
    save: (values) =>
      save.mutateAsync({
        ...values,
        deductible: hundredths(values.deductible) ?? 0,
        rates: values.rates.map(({ fromDay, rate }) => ({ fromDay, rate: hundredths(rate) ?? 0 })),
      }),
    check: (values) =>
      checkVatCode(values, text('contract.code.required'), text('invoicing.charts.percentageWrong')),
    onSaved: onClose,
  });
  const options = accounts.map(({ number, name }) => ({ value: number, label: `${number} ${name}`.trim() }));
  const isReversed = ['reversed', 'eu', 'import'].includes(form.values.kind);
  return (
    <FormModal
      form={form}
      title={text(`invoicing.charts.vatCode.${code === null ? 'create' : 'update'}`)}
      onClose={onClose}
      width={560}
    >
      <FormRow>
        <TextField
          form={form}
          name="code"
          label="invoicing.charts.code"
          maxLength={40}
          isDisabled={code !== null}
        />
        <TextField form={form} name="name" label="invoicing.charts.name" maxLength={255} />
      </FormRow>
      <FormRow>
        <SelectField
          form={form}
          name="kind"
          label="invoicing.charts.kind"
          options={vatKinds.map((value) => ({ value, label: text(`invoicing.charts.kinds.${value}`) }))}
        />
        <TextField
          form={form}
          name="deductible"
          label="invoicing.charts.deductiblePercentage"
          maxLength={8}
        />
      </FormRow>
      <Rates form={form} />
      <SelectField
        form={form}
        name="accountNumber"
        label="invoicing.charts.accountNumber"
        options={options}
        isOptional
      />
      {isReversed && (
        <SelectField
          form={form}
          name="dueAccountNumber"
          label="invoicing.charts.dueAccountNumber"
          options={options}
          isOptional
        />
      )}
      <YesNoField form={form} name="isOpen" label="invoicing.charts.isOpen" />
    </FormModal>
  );
}

function hundredths(text: string): number | undefined {
  const read = readAmount(text.replace('%', ''));
  return 'cents' in read && read.cents >= 0 && read.cents <= 10_000 ? read.cents : undefined;
}

function checkVatCode(
  values: Values,
  required: string,
  percentage: string,
): Record<string, readonly string[]> {
  const errors: Record<string, readonly string[]> = {};
  if (values.code.trim() === '') errors['code'] = [required];
  if (hundredths(values.deductible) === undefined) errors['deductible'] = [percentage];
  values.rates.forEach(({ fromDay, rate }, index) => {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(fromDay)) errors[`rates_${index}_from_day`] = [required];
    if (hundredths(rate) === undefined) errors[`rates_${index}_rate`] = [percentage];
  });
  return errors;
}

/** The rates of a code, each from a day on. */
function Rates({ form }: { readonly form: ResourceForm<Values> }) {
  const text = useText();
  const { rates } = form.values;
  const change = (index: number, part: Partial<Values['rates'][number]>) =>
    form.set(
      'rates',
      rates.map((rate, at) => (at === index ? { ...rate, ...part } : rate)),
    );
  return (
    <fieldset className={styles.rates}>
      <legend>{text('invoicing.charts.rates')}</legend>
      {rates.map(({ fromDay, rate }, index) => (
        <div key={index} className={styles.rate}>
          <TextInput
            type="date"
            label={text('invoicing.charts.fromDay')}
            value={fromDay}
            error={form.errors[`rates_${index}_from_day`]?.[0]}
            onChange={({ currentTarget }) => change(index, { fromDay: currentTarget.value })}
          />
          <TextInput
            label={text('invoicing.charts.rate')}
            value={rate}
            inputMode="decimal"
            rightSection="%"
            error={form.errors[`rates_${index}_rate`]?.[0]}
            onChange={({ currentTarget }) => change(index, { rate: currentTarget.value })}
          />
          {rates.length > 1 && (
            <ActionIcon
              aria-label={text('invoicing.charts.lessRate', { day: fromDay })}
              onClick={() => form.set('rates', rates.toSpliced(index, 1))}
            >
              <IconX size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        onClick={() => form.set('rates', [...rates, { fromDay: '', rate: '' }])}
      >
        {text('invoicing.charts.moreRates')}
      </Button>
    </fieldset>
  );
}
