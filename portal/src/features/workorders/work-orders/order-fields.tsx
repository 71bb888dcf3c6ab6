import { maxPeople } from '#contract/workorders/work-orders.ts';
import { DateField } from '#portal/kit/form/date-field.tsx';
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

/** What is chosen now stays to choose, also when it is not in reach any more. */
function withChosen<C extends Choice>(options: readonly C[], chosen: readonly Choice[]): readonly Choice[] {
  return [...options, ...chosen.filter(({ value }) => !options.some((option) => option.value === value))];
}

export function OrderFields({ form, order }: OrderFieldsProps) {
  const statusOptions = useStatusOptions();
  const administrations = useAdministrations().options ?? [];
  const colleagues = useColleagues().options ?? [];
  const { administrationId } = form.values;
  const companyId =
    administrations.find(({ value }) => value === administrationId)?.companyId ?? order?.companyId;
  const ofCompany = colleagues.filter((one) => companyId === undefined || one.companyId === companyId);
  const optional = { form, isOptional: true };
  const chosenAdministration = order
    ? [{ value: order.administration.id, label: order.administration.name }]
    : [];
  const chosenUsers = (order?.assignedUsers ?? []).map(({ id, fullName }) => ({
    value: id,
    label: fullName,
  }));

  return (
    <FormColumns isPair>
      <FormColumn>
        <SelectField
          form={form}
          name="administrationId"
          label="workorders.field.administration"
          options={withChosen(administrations, chosenAdministration)}
        />
        <RelationFields form={form} companyId={companyId} />
        {order && (
          <>
            <TextField form={form} name="reference" label="workorders.field.reference" maxLength={1000} />
            <TextField
              {...optional}
              name="invoiceNumber"
              label="workorders.field.invoiceNumber"
              maxLength={50}
            />
          </>
        )}
        <MultiPicker
          {...optional}
          name="assignedUserIds"
          label="workorders.field.responsible"
          hint="workorders.form.maxPeople"
          options={withChosen(ofCompany, chosenUsers)}
          most={maxPeople}
        />
        <SelectField form={form} name="status" label="workorders.field.status" options={statusOptions} />
      </FormColumn>
      <FormColumn>
        <TextField
          {...optional}
          name="printingCompany"
          label="workorders.field.printingCompany"
          maxLength={255}
        />
        <TextField {...optional} name="diffuser" label="workorders.field.diffuser" maxLength={255} />
        <TextField {...optional} name="publisher" label="workorders.field.publisher" maxLength={255} />
        <FormRow>
          <DateField {...optional} name="firstTestDate" label="workorders.field.firstTestDate" />
          <DateField {...optional} name="printingCompanyDate" label="workorders.field.printingCompanyDate" />
        </FormRow>
        <FormRow>
          <DateField {...optional} name="diffuserDate" label="workorders.field.diffuserDate" />
          <DateField {...optional} name="deliveryDate" label="workorders.field.deliveryDate" />
        </FormRow>
        <DecimalField
          {...optional}
          name="estimatedHours"
          label="workorders.field.estimated"
          hint="workorders.form.estimatedHint"
          sign=""
        />
      </FormColumn>
    </FormColumns>
  );
}
