import { groups } from '#contract/core/groups.ts';
import { collectionUrl, type Rec } from '#contract/resource.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useGo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';

interface GroupsCopyProps {
  readonly group: Rec<typeof groups>;
  readonly onClose: () => void;
}

/** Copies a group with its rights but without members; the copy opens. */
export function GroupsCopy({ group, onClose }: GroupsCopyProps) {
  const text = useText();
  const copy = useVerb({
    call: (body: { readonly name: string }) => ({
      url: `${collectionUrl(groups, {})}/${encodeURIComponent(group.id)}/copy`,
      body,
    }),
    result: groups.record,
    invalidates: [groups],
  });
  const go = useGo();
  const form = useResourceForm({
    initial: { name: text('core.groups.copyOf', { name: group.name }).slice(0, 255) },
    save: (body) => copy.mutateAsync(body),
    onSaved: ({ id }) => {
      onClose();
      go('groups:detail', { groupId: id });
    },
  });
  return (
    <FormModal
      form={form}
      title={text('core.groups.copy')}
      onClose={onClose}
      saveLabel={text('core.groups.copyVerb')}
    >
      <TextField
        form={form}
        name="name"
        label="core.groups.copyName"
        hint="core.groups.copyNameHint"
        maxLength={255}
      />
    </FormModal>
  );
}
