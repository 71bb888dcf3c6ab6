import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { groups } from '#contract/core/groups.ts';
import { collectionUrl, type Rec } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { invalidateResource } from '#portal/kit/data/resource-hooks.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useGo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';

const answer = z.object({ result: groups.record });

interface GroupsCopyProps {
  readonly group: Rec<typeof groups>;
  readonly onClose: () => void;
}

/** A new group that gives the same, to nobody yet; its detail opens. */
export function GroupsCopy({ group, onClose }: GroupsCopyProps) {
  const text = useText();
  const http = useHttp();
  const client = useQueryClient();
  const go = useGo();
  const form = useResourceForm({
    initial: { name: text('core.groups.copyOf', { name: group.name }).slice(0, 255) },
    save: async (body) => {
      const url = `${collectionUrl(groups, {})}/${encodeURIComponent(group.id)}/copy`;
      return (await http.call(url, answer, { method: 'POST', body })).result;
    },
    onSaved: ({ id }) => {
      onClose();
      void invalidateResource(client, groups.path);
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
