import { customerRelations } from '#contract/core/customer-relations.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { FormPage } from '#portal/kit/form/form-page.tsx';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import { useGo, useParam, usePathTo, useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { CustomerRelationsFields, emptyRelation, valuesOf } from './customer-relations-fields.tsx';
import { DuplicateBar } from './duplicate-bar.tsx';
import { useDuplicates } from './use-duplicates.ts';

const { useOne } = resourceHooks(customerRelations);
type Relation = Rec<typeof customerRelations>;

export function CustomerRelationsCreate() {
  // Staff add to the company that they look at.
  const [{ companyId }] = useUrlState();
  return <RelationForm relation={null} companyId={companyId} />;
}

export function CustomerRelationsUpdate() {
  const customerRelationId = useParam('customerRelationId');
  const relation = useOne(customerRelationId, {});
  return (
    <Loaded of={relation} otherwise={usePathTo()('customer-relations:detail', { customerRelationId })}>
      {(record) => <RelationForm relation={record} companyId={record.companyId} />}
    </Loaded>
  );
}

interface RelationFormProps {
  /** The one that is changed, or null for a new one. */
  readonly relation: Relation | null;
  /** Whose relation it is; the person's own company when undefined. */
  readonly companyId: string | undefined;
}

function RelationForm({ relation, companyId }: RelationFormProps) {
  const text = useText();
  const go = useGo();
  const pathTo = usePathTo();
  const notifyOfDuplicates = useNotifyOfDuplicates();
  const params = relation && { customerRelationId: relation.id };
  const form = useRecordForm(
    customerRelations,
    {},
    {
      record: relation,
      empty: emptyRelation,
      valuesOf,
      bodyOf: (values) => ({ ...values, ...(companyId && relation === null ? { companyId } : {}) }),
      onSaved(saved) {
        if (params === null) go('customer-relations:index');
        else go('customer-relations:detail', params);
        notifyOfDuplicates(saved);
      },
    },
  );
  const back =
    relation && params
      ? { href: pathTo('customer-relations:detail', params), label: relation.name }
      : { href: pathTo('customer-relations:index'), label: text('core.customerRelations.title') };
  const duplicates = useDuplicates(form.values, { exceptId: relation?.id, companyId });
  return (
    <FormPage
      form={form}
      title={text(relation === null ? 'core.customerRelations.create' : 'core.customerRelations.update')}
      back={back}
    >
      <CustomerRelationsFields form={form} />
      <DuplicateBar duplicates={duplicates} />
    </FormPage>
  );
}

/** After saving a likely duplicate: names the first one, with a link. */
function useNotifyOfDuplicates(): (saved: Relation) => void {
  const text = useText();
  const go = useGo();
  return ({ warnings: [first, ...others] = [] }) => {
    if (first === undefined) return;
    notify({
      title: text('core.duplicates.saved'),
      body: text('core.duplicates.resembles', { name: first.name, count: others.length + 1 }),
      meaning: 'info',
      action: {
        label: text('core.duplicates.look'),
        run: () => go('customer-relations:detail', { customerRelationId: first.id }),
      },
    });
  };
}
