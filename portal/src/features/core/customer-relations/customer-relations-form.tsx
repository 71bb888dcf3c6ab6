import { Navigate } from '@tanstack/react-router';
import { customerRelations } from '#contract/core/customer-relations.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { FormPage } from '#portal/kit/form/form-page.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useGo, useParam, usePathTo, useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { CustomerRelationsFields, newRelation, valuesOf } from './customer-relations-fields.tsx';
import { DuplicateBar } from './duplicate-bar.tsx';
import { useDuplicates } from './use-duplicates.ts';

const { useCreate, useOne, useUpdate } = resourceHooks(customerRelations);
type Relation = Rec<typeof customerRelations>;

export function CustomerRelationsCreate() {
  const text = useText();
  const go = useGo();
  const pathTo = usePathTo();
  const create = useCreate({});
  // Staff add to the company that they look at.
  const [{ companyId }] = useUrlState();
  const tellTwins = useTellTwins();
  const form = useResourceForm({
    initial: newRelation,
    save: (values) => create.mutateAsync({ ...values, ...(companyId ? { companyId } : {}) }),
    onSaved: (saved) => {
      go('customer-relations:index');
      tellTwins(saved);
    },
  });
  const twins = useDuplicates(form.values, { companyId });
  return (
    <FormPage
      form={form}
      title={text('core.customerRelations.create')}
      back={{ href: pathTo('customer-relations:index'), label: text('core.customerRelations.title') }}
    >
      <CustomerRelationsFields form={form} />
      <DuplicateBar twins={twins} />
    </FormPage>
  );
}

export function CustomerRelationsUpdate() {
  const customerRelationId = useParam('customerRelationId');
  const pathTo = usePathTo();
  const relation = useOne(customerRelationId, {});
  if (relation.data === undefined && relation.error !== null)
    return <Navigate to={pathTo('customer-relations:detail', { customerRelationId })} replace />;
  return <Loaded of={relation}>{(record) => <Update relation={record} />}</Loaded>;
}

function Update({ relation }: { readonly relation: Relation }) {
  const text = useText();
  const go = useGo();
  const pathTo = usePathTo();
  const update = useUpdate({});
  const tellTwins = useTellTwins();
  const params = { customerRelationId: relation.id };
  const form = useResourceForm({
    initial: valuesOf(relation),
    save: (values) => update.mutateAsync({ id: relation.id, body: values }),
    onSaved: (saved) => {
      go('customer-relations:detail', params);
      tellTwins(saved);
    },
    fromStored: (current) => {
      const stored = customerRelations.record.safeParse(current);
      return stored.success ? valuesOf(stored.data) : undefined;
    },
  });
  const twins = useDuplicates(form.values, { exceptId: relation.id, companyId: relation.companyId });
  return (
    <FormPage
      form={form}
      title={text('core.customerRelations.update')}
      back={{ href: pathTo('customer-relations:detail', params), label: relation.name }}
    >
      <CustomerRelationsFields form={form} />
      <DuplicateBar twins={twins} />
    </FormPage>
  );
}

/** Saved all the same: what it resembles is one press away. */
function useTellTwins(): (saved: Relation) => void {
  const text = useText();
  const go = useGo();
  return ({ warnings: [twin, ...others] = [] }) => {
    if (twin === undefined) return;
    notify({
      title: text('core.duplicates.saved'),
      body: text('core.duplicates.resembles', { name: twin.name, count: others.length + 1 }),
      meaning: 'info',
      action: {
        label: text('core.duplicates.look'),
        run: () => go('customer-relations:detail', { customerRelationId: twin.id }),
      },
    });
  };
}
