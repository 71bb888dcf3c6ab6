import { Button } from '@mantine/core';
import { allAdministrations } from '#contract/core/administrations.ts';
import { companies } from '#contract/core/companies.ts';
import { parseDay } from '#contract/dates.ts';
import { paymentStatuses } from '#contract/invoicing/invoices.ts';
import { parseAmount } from '#contract/money.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormBody } from '#portal/kit/form/form-parts.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { DecimalField } from '#portal/kit/form/number-fields.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import type { ListState } from '#portal/kit/list/use-list-state.ts';
import { useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { viewOf, views } from '../invoices/views.ts';
import { activeFilters, amountText, filterNames } from './invoice-filters.rules.ts';
import { NameField } from './name-field.tsx';

interface FiltersDialogProps {
  readonly list: ListState;
  /** Only who sees invoices of several companies is asked for one. */
  readonly seesCompanies: boolean;
  readonly onClose: () => void;
}

/** What one may look for, all at once; nothing changes until it is asked for. */
export function FiltersDialog({ list, seesCompanies, onClose }: FiltersDialogProps) {
  const text = useText();
  const [, change] = useUrlState();
  const { status, ...filters } = list.filters;
  const { amountFrom = '', amountTo = '', dateFrom = '', dateTo = '' } = filters;
  const form = useResourceForm({
    initial: {
      creditor: filters['creditor'] ?? '',
      number: filters['number'] ?? '',
      amountFrom: parseAmount(amountFrom) ?? null,
      amountTo: parseAmount(amountTo) ?? null,
      dateFrom: parseDay(dateFrom) ?? null,
      dateTo: parseDay(dateTo) ?? null,
      decidedFrom: parseDay(filters['decidedFrom'] ?? '') ?? null,
      decidedTo: parseDay(filters['decidedTo'] ?? '') ?? null,
      iban: filters['iban'] ?? '',
      kvk: filters['kvk'] ?? '',
      orderNumber: filters['orderNumber'] ?? '',
      administration: filters['administration'] ?? '',
      payment: filters['payment'] ?? '',
      company: filters['company'] ?? '',
      status: viewOf(status).key,
    },
    check: ({ amountFrom: from, amountTo: to, dateFrom: first, dateTo: last }) => ({
      ...(from !== null && to !== null && from > to && { amount_to: [text('invoicing.filter.amountOrder')] }),
      ...(first !== null &&
        last !== null &&
        first > last && { date_to: [text('invoicing.filter.dateOrder')] }),
    }),
    save: async ({ amountFrom: from, amountTo: to, status: view, ...rest }) => {
      const values = { ...rest, amountFrom: amountText(from), amountTo: amountText(to) };
      const named = filterNames.map((name) => [name, values[name]?.trim() || undefined]);
      change(
        {
          ...Object.fromEntries(named),
          status: views.find(({ key }) => key === view)?.status || undefined,
          page: undefined,
          open: undefined,
        },
        { push: true },
      );
    },
    onSaved: onClose,
  });
  const field = fieldsOf(form, 'invoicing.filter', { isUnmarked: true });

  return (
    <Dialog title={text('invoicing.filter.title')} width={560} onClose={onClose}>
      <FormBody
        form={form}
        label={text('invoicing.filter.title')}
        footer={
          <DialogButtons isSticky>
            {activeFilters(list.filters).length > 0 && (
              <Button
                variant="subtle"
                onClick={() => {
                  list.clear();
                  onClose();
                }}
              >
                {text('kit.empty.clear')}
              </Button>
            )}
            <Button type="submit" variant="filled">
              {text('invoicing.filter.show')}
            </Button>
          </DialogButtons>
        }
      >
        <FormRow>
          <TextField {...field('creditor')} maxLength={100} />
          <TextField {...field('number')} maxLength={100} />
        </FormRow>
        <FormRow>
          <DecimalField {...field('amountFrom')} />
          <DecimalField {...field('amountTo')} />
        </FormRow>
        <FormRow>
          <DateField {...field('dateFrom')} />
          <DateField {...field('dateTo')} />
        </FormRow>
        <FormRow>
          <DateField {...field('decidedFrom')} />
          <DateField {...field('decidedTo')} />
        </FormRow>
        <FormRow>
          <TextField {...field('iban')} maxLength={60} />
          <TextField {...field('kvk')} maxLength={30} />
        </FormRow>
        <FormRow>
          <TextField {...field('orderNumber')} maxLength={100} />
          <NameField {...field('administration')} filter="administration" resource={allAdministrations} />
        </FormRow>
        <FormRow>
          <SelectField
            {...field('payment')}
            options={paymentStatuses.map((value) => ({ value, label: text(`invoicing.payment.${value}`) }))}
          />
          {seesCompanies && <NameField {...field('company')} filter="company" resource={companies} />}
          <SelectField
            {...field('status')}
            options={views.map(({ key }) => ({ value: key, label: text(`invoicing.view.${key}`) }))}
          />
        </FormRow>
      </FormBody>
    </Dialog>
  );
}
