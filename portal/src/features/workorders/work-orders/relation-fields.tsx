import { contactPersons } from '#contract/core/contact-persons.ts';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { maxPeople } from '#contract/workorders/work-orders.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { MultiPicker, SearchPicker } from '#portal/kit/form/select-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useSearchOptions } from '#portal/kit/form/use-search-options.ts';
import type { OrderValues } from './order-values.ts';

interface RelationFieldsProps {
  readonly form: ResourceForm<OrderValues>;
  /** The company whose relations they are; one's own when not known. */
  readonly companyId: string | undefined;
}

const labelOf = ({ name, tag }: { readonly name: string; readonly tag: string }) =>
  tag === '' ? name : `${name} (${tag})`;

/** The relation, searched while typing, and its contact persons: none before it is chosen (§E4). */
export function RelationFields({ form, companyId }: RelationFieldsProps) {
  const relationId = form.values.customerRelationId;
  const relations = useSearchOptions(customerRelations, {}, relationId, labelOf, { companyId });
  return (
    <>
      <SearchPicker
        form={{
          ...form,
          set: (path, value) => {
            form.set(path, value);
            // Contact persons are of one relation.
            if (value !== relationId) form.set('contactPersonIds', []);
          },
        }}
        name="customerRelationId"
        label="workorders.field.relation"
        hint="workorders.form.relationHint"
        isOptional
        {...relations}
      />
      <ContactsField form={form} />
    </>
  );
}

function ContactsField({ form }: Pick<RelationFieldsProps, 'form'>) {
  const relationId = form.values.customerRelationId;
  const isKnown = relationId !== null;
  const parents = { customerRelationId: relationId ?? '' };
  const { data = [] } = useAllRows(contactPersons, parents, {}, { enabled: isKnown });
  // The relation of an order is that of its contact persons: without one it would not be stored (§E4).
  const chosen =
    form.values.contactPersonIds.length > 0 ? 'workorders.form.maxPeople' : 'workorders.form.contactNeeded';
  return (
    <MultiPicker
      form={form}
      name="contactPersonIds"
      label="workorders.field.contactPersons"
      hint={isKnown ? chosen : 'workorders.form.relationFirst'}
      options={isKnown ? data.map(({ id, fullName }) => ({ value: id, label: fullName })) : []}
      max={maxPeople}
      isDisabled={!isKnown}
      isOptional
    />
  );
}
