import { maxPeople } from '#contract/workorders/work-orders.ts';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormColumn, FormColumns, FormRow } from '#portal/kit/form/form-row.tsx';
import { DecimalField } from '#portal/kit/form/number-fields.tsx';
import { MultiPicker, SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import type { Order } from './order.ts';
import type { OrderValues } from './order-values.ts';
import { RelationFields } from './relation-fields.tsx';
import { useStatusOptions } from './status.tsx';
import { useAdministrations, useColleagues } from './use-order-pickers.ts';

interface OrderFieldsProps {
  readonly form: ResourceForm<OrderValues>;
  /** The stored order, when it is edited: reference and invoice number are its own. */
  readonly order?: Order;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

const choiceOf = (value: string, label: string): Choice => ({ value, label });

/** What is chosen now stays to choose, even when it can be read no more. */
function withChosen(options: readonly Choice[], chosen: readonly Choice[]): readonly Choice[] {
  return [...options, ...chosen.filter(({ value }) => !options.some((option) => option.value === value))];
}

export function OrderFields({ form, order }: OrderFieldsProps) {
  const statusOptions = useStatusOptions();
  const administrations = useAdministrations().options ?? [];
  const colleagues = useColleagues().options ?? [];
  const { administrationId } = form.values;
  const companyId =
    administrations.find(({ value }) => value === administrationId)?.companyId ?? order?.companyId;
  const ofCompany = colleagues.filter((user) => companyId === undefined || user.companyId === companyId);
  const field = fieldsOf(form, 'workorders.field');
  const chosenAdministration = order ? [choiceOf(order.administration.id, order.administration.name)] : [];
  const chosenUsers = (order?.assignedUsers ?? []).map(({ id, fullName }) => choiceOf(id, fullName));

  return (
    <FormColumns isPair>
      <FormColumn>
        <SelectField
          {...field('administrationId', 'administration')}
          options={withChosen(administrations, chosenAdministration)}
        />
        <RelationFields form={form} companyId={companyId} />
        {order && (
          <>
            <TextField {...field('reference')} maxLength={1000} />
            <TextField {...field('invoiceNumber')} isOptional maxLength={50} />
          </>
        )}
        <MultiPicker
          {...field('assignedUserIds', 'responsible')}
          isOptional
          hint="workorders.form.maxPeople"
          options={withChosen(ofCompany, chosenUsers)}
          max={maxPeople}
        />
        <SelectField {...field('status')} options={statusOptions} />
      </FormColumn>
      <FormColumn>
        <TextField {...field('printingCompany')} isOptional maxLength={255} />
        <TextField {...field('diffuser')} isOptional maxLength={255} />
        <TextField {...field('publisher')} isOptional maxLength={255} />
        <FormRow>
          <DateField {...field('firstTestDate')} isOptional />
          <DateField {...field('printingCompanyDate')} isOptional />
        </FormRow>
        <FormRow>
          <DateField {...field('diffuserDate')} isOptional />
          <DateField {...field('deliveryDate')} isOptional />
        </FormRow>
        <DecimalField
          {...field('estimatedHours', 'estimated')}
          isOptional
          hint="workorders.form.estimatedHint"
          sign=""
        />
      </FormColumn>
    </FormColumns>
  );
}
