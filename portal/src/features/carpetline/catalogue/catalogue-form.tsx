import { Navigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { semiFinishes } from '#contract/carpetline/catalogue.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { YesNoField } from '#portal/kit/form/choice-field.tsx';
import { FormPage } from '#portal/kit/form/form-page.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { NumberField } from '#portal/kit/form/number-fields.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm, type ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useGo, useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { ArticlesField } from './articles-field.tsx';
import { bodyOf, newSemiFinish, type SemiFinishValues, valuesOf } from './catalogue-values.ts';
import { ColorsField } from './colors-field.tsx';

const { useCreate, useOne, useUpdate } = resourceHooks(semiFinishes);
type SemiFinish = Rec<typeof semiFinishes>;

export function CatalogueCreate() {
  const text = useText();
  const go = useGo();
  const create = useCreate({});
  const form = useResourceForm({
    initial: newSemiFinish,
    save: (values) => create.mutateAsync(bodyOf(values)),
    // A photo needs a colour that is stored: the form goes on where it was.
    onSaved: ({ id }) => go('semi-finishes:update', { semiFinishId: id }, { replace: true }),
  });
  const pathTo = usePathTo();
  return (
    <FormPage
      form={form}
      isWide
      title={text('carpetline.catalogue.create')}
      back={{ href: pathTo('semi-finishes:index'), label: text('carpetline.catalogue.title') }}
    >
      <Fields form={form} semiFinishId={null} />
    </FormPage>
  );
}

export function CatalogueUpdate() {
  const semiFinishId = useParam('semiFinishId');
  const pathTo = usePathTo();
  const stored = useOne(semiFinishId, {});
  if (stored.error !== null && stored.data === undefined)
    return <Navigate to={pathTo('semi-finishes:index')} replace />;
  return <Loaded of={stored}>{(record) => <Newest key={record.id} record={record} />}</Loaded>;
}

// What somebody else saved comes into view by itself, but never over what is being typed: saving then shows both.
function Newest({ record }: { readonly record: SemiFinish }) {
  const [isDirty, setDirty] = useState(false);
  const [shown, setShown] = useState(record);
  if (!isDirty && shown.rowVersion !== record.rowVersion) setShown(record);
  return <Update key={shown.rowVersion} record={shown} onDirty={setDirty} />;
}

function Update({
  record,
  onDirty,
}: {
  readonly record: SemiFinish;
  readonly onDirty: (isDirty: boolean) => void;
}) {
  const text = useText();
  const go = useGo();
  const may = usePermission();
  const pathTo = usePathTo();
  const update = useUpdate({});
  const remove = useRemoveWithConfirm(semiFinishes, {});
  const form = useResourceForm({
    initial: valuesOf(record),
    save: (values) => update.mutateAsync({ id: record.id, body: bodyOf(values) }),
    onSaved: () => go('semi-finishes:index'),
    fromStored: (current) => {
      const stored = semiFinishes.record.safeParse(current);
      return stored.success ? valuesOf(stored.data) : undefined;
    },
  });
  const { isDirty } = form;
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
  return (
    <FormPage
      form={form}
      title={record.description}
      back={{ href: pathTo('semi-finishes:index'), label: text('carpetline.catalogue.title') }}
      hasSave={may('carpetline.semifinishes.update')}
      isWide
    >
      <Fields form={form} semiFinishId={record.id} />
      {may('carpetline.semifinishes.delete') && (
        <div>
          <Button
            variant="subtle"
            data-danger
            leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
            onClick={() =>
              void remove({
                id: record.id,
                name: record.description,
                thing: text('carpetline.catalogue.the'),
                consequence: text('carpetline.catalogue.trash'),
              })
            }
          >
            {text('kit.remove.verb')}
          </Button>
        </div>
      )}
    </FormPage>
  );
}

function Fields({
  form,
  semiFinishId,
}: {
  readonly form: ResourceForm<SemiFinishValues>;
  readonly semiFinishId: string | null;
}) {
  const hasArticles = Object.keys(form.values.articles).length > 0;
  return (
    <>
      <TextField form={form} name="description" label="carpetline.catalogue.description" maxLength={255} />
      <FormRow>
        <YesNoField form={form} name="isActive" label="carpetline.catalogue.isActive" />
        <NumberField
          form={form}
          name="position"
          label="carpetline.catalogue.position"
          maxDigits={5}
          isOptional
        />
      </FormRow>
      <ArticlesField form={form} semiFinishId={semiFinishId} />
      {!hasArticles && (
        <ColorsField
          form={form}
          path="colors"
          colors={form.values.colors}
          title="carpetline.catalogue.ownColors"
          hint="carpetline.catalogue.ownColorsHint"
          semiFinishId={semiFinishId}
        />
      )}
    </>
  );
}
