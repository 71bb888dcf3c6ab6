import { useState } from 'react';
import { contactPersons } from '#contract/core/contact-persons.ts';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { maxPeople } from '#contract/workorders/work-orders.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { MultiPicker, SearchPicker } from '#portal/kit/form/select-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import type { OrderValues } from './order-values.ts';

const { useList, useOne } = resourceHooks(customerRelations);

/** So many relations are shown at a time (product 2.9). */
const maxShown = 10;

interface RelationFieldsProps {
  readonly form: ResourceForm<OrderValues>;
  /** The company whose relations they are; one's own when not known. */
  readonly companyId: string | undefined;
}

/** The relation, searched while typing, and its contact persons: none before it is chosen (§E4). */
export function RelationFields({ form, companyId }: RelationFieldsProps) {
  const [words, setWords] = useState('');
  const relationId = form.values.customerRelationId;
  const current = useOne(relationId ?? '', {}, { enabled: relationId !== null });
  const chosen = current.data?.id === relationId ? current.data : undefined;
  const nameOf = ({ name, tag }: { readonly name: string; readonly tag: string }) =>
    tag === '' ? name : `${name} (${tag})`;
  const query = chosen && words === nameOf(chosen) ? '' : words;
  const extra = { companyId };
  const found = useList({ top: maxShown, orderBy: 'name asc', query, count: false, extra }, {});
  const options = (found.data?.result ?? []).map((relation) => ({
    value: relation.id,
    label: nameOf(relation),
  }));
  const all =
    chosen && !options.some(({ value }) => value === chosen.id)
      ? [{ value: chosen.id, label: nameOf(chosen) }, ...options]
      : options;

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
        options={all}
        onSearch={setWords}
        isLoading={found.isFetching}
        isOptional
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
  // The relation of an order is that of its contact persons: without one it would be lost in silence (§E4).
  const chosen =
    form.values.contactPersonIds.length > 0 ? 'workorders.form.maxPeople' : 'workorders.form.contactNeeded';
  const hint = isKnown ? chosen : 'workorders.form.relationFirst';
  return (
    <MultiPicker
      form={form}
      name="contactPersonIds"
      label="workorders.field.contactPersons"
      hint={hint}
      options={isKnown ? data.map(({ id, fullName }) => ({ value: id, label: fullName })) : []}
      most={maxPeople}
      isDisabled={!isKnown}
      isOptional
    />
  );
}
