import { useEffect, useState } from 'react';
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

/** The relation, searched while typing, and its contact persons: the only one is filled in (§E4). */
export function RelationFields({ form, companyId }: RelationFieldsProps) {
  const relationId = form.values.customerRelationId;
  // Not the one that the form opened with: its contact persons are those that were chosen before.
  const [newId, setNewId] = useState<unknown>(null);
  const relations = useSearchOptions(customerRelations, {}, relationId, labelOf, { companyId });
  return (
    <>
      <SearchPicker
        form={{
          ...form,
          set: (path, value) => {
            form.set(path, value);
            // Contact persons are of one relation.
            if (value === relationId) return;
            form.set('contactPersonIds', []);
            setNewId(value);
          },
        }}
        name="customerRelationId"
        label="workorders.field.relation"
        hint="workorders.form.relationHint"
        isOptional
        {...relations}
      />
      <ContactsField form={form} isNew={relationId !== null && newId === relationId} />
    </>
  );
}

interface ContactsFieldProps extends Pick<RelationFieldsProps, 'form'> {
  /** The relation was just chosen. */
  readonly isNew: boolean;
}

function ContactsField({ form, isNew }: ContactsFieldProps) {
  const relationId = form.values.customerRelationId;
  const isKnown = relationId !== null;
  const parents = { customerRelationId: relationId ?? '' };
  const { data = [] } = useAllRows(contactPersons, parents, {}, { enabled: isKnown });
  const onlyId = data.length === 1 && data[0]?.customerRelationId === relationId ? data[0].id : undefined;
  const { set } = form;
  useEffect(() => {
    if (isNew && onlyId !== undefined) set('contactPersonIds', [onlyId]);
  }, [isNew, onlyId, set]);
  return (
    <MultiPicker
      form={form}
      name="contactPersonIds"
      label="workorders.field.contactPersons"
      hint={isKnown ? 'workorders.form.maxPeople' : 'workorders.form.relationFirst'}
      options={isKnown ? data.map(({ id, fullName }) => ({ value: id, label: fullName })) : []}
      max={maxPeople}
      isDisabled={!isKnown}
      isOptional
    />
  );
}
