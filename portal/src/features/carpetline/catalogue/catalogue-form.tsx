import { useEffect, useState } from 'react';
import { semiFinishes } from '#contract/carpetline/catalogue.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { YesNoField } from '#portal/kit/form/choice-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormPage } from '#portal/kit/form/form-page.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { NumberField } from '#portal/kit/form/number-fields.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useGo, useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { ArticlesField } from './articles-field.tsx';
import { bodyOf, newSemiFinish, type SemiFinishValues, valuesOf } from './catalogue-values.ts';
import { ColorsField } from './colors-field.tsx';

const { useOne } = resourceHooks(semiFinishes);
type SemiFinish = Rec<typeof semiFinishes>;

export function CatalogueCreate() {
  return <CatalogueForm record={null} />;
}

export function CatalogueUpdate() {
  const pathTo = usePathTo();
  const stored = useOne(useParam('semiFinishId'), {});
  return (
    <Loaded of={stored} otherwise={pathTo('semi-finishes:index')}>
      {(record) => <Newest key={record.id} record={record} />}
    </Loaded>
  );
}

/** Shows what somebody else saved, but never over what is being typed: saving then shows both. */
function Newest({ record }: { readonly record: SemiFinish }) {
  const [isDirty, setDirty] = useState(false);
  const [shown, setShown] = useState(record);
  if (!isDirty && shown.rowVersion !== record.rowVersion) setShown(record);
  return <CatalogueForm key={shown.rowVersion} record={shown} onDirty={setDirty} />;
}

interface CatalogueFormProps {
  readonly record: SemiFinish | null;
  readonly onDirty?: (isDirty: boolean) => void;
}

function CatalogueForm({ record, onDirty }: CatalogueFormProps) {
  const text = useText();
  const go = useGo();
  const may = usePermission();
  const pathTo = usePathTo();
  const form = useRecordForm(
    semiFinishes,
    {},
    {
      record,
      empty: newSemiFinish,
      valuesOf,
      bodyOf,
      onSaved: ({ id }) => {
        if (record) return go('semi-finishes:index');
        // A photo needs a colour that is stored: the form goes on where it was.
        go('semi-finishes:update', { semiFinishId: id }, { replace: true });
      },
    },
  );
  const { isDirty } = form;
  useEffect(() => onDirty?.(isDirty), [onDirty, isDirty]);
  return (
    <FormPage
      form={form}
      title={record?.description ?? text('carpetline.catalogue.create')}
      back={{ href: pathTo('semi-finishes:index'), label: text('carpetline.catalogue.title') }}
      hasSave={record === null || may('carpetline.semifinishes.update')}
      isWide
    >
      <Fields form={form} semiFinishId={record?.id ?? null} />
      {record && may('carpetline.semifinishes.delete') && <RemoveButton record={record} />}
    </FormPage>
  );
}

function RemoveButton({ record: { id, description } }: { readonly record: SemiFinish }) {
  const text = useText();
  const remove = useRemoveWithConfirm(semiFinishes, {});
  const removal = {
    id,
    name: description,
    thing: text('carpetline.catalogue.the'),
    consequence: text('carpetline.catalogue.trash'),
  };
  return (
    <div>
      <Button
        variant="subtle"
        data-danger
        leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
        onClick={() => void remove(removal)}
      >
        {text('kit.remove.verb')}
      </Button>
    </div>
  );
}

interface FieldsProps {
  readonly form: ResourceForm<SemiFinishValues>;
  readonly semiFinishId: string | null;
}

function Fields({ form, semiFinishId }: FieldsProps) {
  const field = fieldsOf(form, 'carpetline.catalogue');
  const hasArticles = Object.keys(form.values.articles).length > 0;
  return (
    <>
      <TextField {...field('description')} maxLength={255} />
      <FormRow>
        <YesNoField {...field('isActive')} />
        <NumberField {...field('position')} maxDigits={5} isOptional />
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
