import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { VatRate } from '#contract/workorders/vat.ts';
import { FieldError } from '#portal/kit/form/use-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { useAdministrations } from '../work-orders/use-order-pickers.ts';
import styles from './offers.module.css';

/** A rate as it is typed. */
export type TypedRate = Omit<VatRate, 'percentage'> & { readonly percentage: string };

/** What the form holds of them. */
export interface RatesValues {
  readonly vatRates: readonly TypedRate[];
}

interface VatRatesFieldProps {
  readonly form: Pick<ResourceForm<RatesValues>, 'values' | 'errors'> & {
    readonly set: (path: 'vatRates', value: unknown) => void;
    readonly register: ResourceForm<RatesValues>['register'];
  };
  /** Whose administrations. */
  readonly companyId: string;
}

/** What is sent of a typed rate. */
export const rateOf = ({ percentage, ...rate }: TypedRate) => ({
  ...rate,
  percentage: percentage.trim() === '' ? null : Number(percentage.replace(',', '.')),
});

/** The rates of VAT per administration, each from a day on. */
export function VatRatesField({ form, companyId }: VatRatesFieldProps) {
  const text = useText();
  const { vatRates } = form.values;
  const { register } = form;
  const title = text('workorders.vat.rates');
  useEffect(() => register('vatRates', { label: title, show: () => '' }), [register, title]);
  const administrations = (useAdministrations().options ?? []).filter((one) => one.companyId === companyId);
  const errors = Object.entries(form.errors).flatMap(([id, sentences]) =>
    id.startsWith('vat_rates') ? sentences : [],
  );
  const set = (rates: readonly TypedRate[]) => form.set('vatRates', rates);
  const change = (at: number, value: Partial<TypedRate>) =>
    set(vatRates.map((rate, index) => (index === at ? { ...rate, ...value } : rate)));

  return (
    <fieldset className={styles.rates} aria-invalid={errors.length > 0 || undefined}>
      <legend className="mantine-InputWrapper-label">{title}</legend>
      <p className={styles.specification}>{text('workorders.vat.ratesHint')}</p>
      {vatRates.map((rate, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rates have no other key, and keep their places
        <div key={index} className={styles.rate}>
          <NativeSelect
            aria-label={text('workorders.field.administration')}
            value={rate.administrationId ?? ''}
            onChange={({ currentTarget: { value } }) => change(index, { administrationId: value || null })}
            data={[
              { value: '', label: text('workorders.vat.allAdministrations') },
              ...administrations.map(({ value, label }) => ({ value, label })),
            ]}
          />
          <NativeSelect
            aria-label={text('workorders.vat.kind')}
            value={rate.vat}
            onChange={({ currentTarget: { value } }) =>
              change(index, { vat: value === 'reduced' ? 'reduced' : 'standard' })
            }
            data={(['standard', 'reduced'] as const).map((value) => ({
              value,
              label: text(`workorders.vat.${value}`),
            }))}
          />
          <TextInput
            aria-label={text('workorders.vat.from')}
            type="date"
            value={rate.from}
            onChange={({ currentTarget: { value } }) => change(index, { from: value })}
          />
          <TextInput
            aria-label={text('workorders.vat.percentage')}
            inputMode="decimal"
            value={rate.percentage}
            rightSection="%"
            onChange={({ currentTarget: { value } }) =>
              change(index, { percentage: value.replaceAll(/[^\d.,]/g, '') })
            }
          />
          <ActionIcon
            aria-label={text('workorders.vat.removeRate')}
            onClick={() => set(vatRates.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {errors.length > 0 && (
        <div className="mantine-InputWrapper-error" role="alert">
          <FieldError sentences={[...new Set(errors)]} />
        </div>
      )}
      <Button
        size="xs"
        leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
        onClick={() =>
          set([...vatRates, { administrationId: null, vat: 'reduced', from: '', percentage: '' }])
        }
      >
        {text('workorders.vat.addRate')}
      </Button>
    </fieldset>
  );
}
