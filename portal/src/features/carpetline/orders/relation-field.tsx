import { SearchPicker } from '#portal/kit/form/select-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import type { OrderValues } from './order-values.ts';
import { useRelationOptions } from './use-relation-options.ts';

/** For whom staff order; nobody in particular may be. */
export function RelationField({ form }: { readonly form: ResourceForm<OrderValues> }) {
  const relations = useRelationOptions(form.values.customerRelationId);
  return (
    <SearchPicker
      form={form}
      name="customerRelationId"
      label="carpetline.orders.relation"
      isOptional
      {...relations}
    />
  );
}
