import { useQueryClient } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { groups } from '#contract/core/groups.ts';
import type { Rec } from '#contract/resource.ts';
import { useMe } from '#portal/features/identity/index.ts';
import { invalidateResource, resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { FormPage } from '#portal/kit/form/form-page.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useGo, useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { createBodyOf, newGroup, updateBodyOf, valuesOf } from './group-values.ts';
import { GroupsFields } from './groups-fields.tsx';

const { useCreate, useOne, useUpdate } = resourceHooks(groups);

export function GroupsCreate() {
  const me = useMe();
  return <Loaded of={me}>{({ companyId }) => <Create ownCompanyId={companyId} />}</Loaded>;
}

function Create({ ownCompanyId }: { readonly ownCompanyId: string }) {
  const text = useText();
  const go = useGo();
  const pathTo = usePathTo();
  const create = useCreate({});
  const form = useResourceForm({
    initial: newGroup(ownCompanyId),
    save: (values) => create.mutateAsync(createBodyOf(values)),
    onSaved: () => go('groups:index'),
  });
  return (
    <FormPage
      form={form}
      title={text('core.groups.create')}
      back={{ href: pathTo('groups:index'), label: text('core.groups.title') }}
      isWide
    >
      <GroupsFields form={form} isNew />
    </FormPage>
  );
}

export function GroupsUpdate() {
  const groupId = useParam('groupId');
  const pathTo = usePathTo();
  const group = useOne(groupId, {});
  if (group.data === undefined && group.error !== null)
    return <Navigate to={pathTo('groups:detail', { groupId })} replace />;
  return <Loaded of={group}>{(record) => <Update group={record} />}</Loaded>;
}

function Update({ group }: { readonly group: Rec<typeof groups> }) {
  const text = useText();
  const go = useGo();
  const pathTo = usePathTo();
  const client = useQueryClient();
  const update = useUpdate({});
  const params = { groupId: group.id };
  const form = useResourceForm({
    initial: valuesOf(group),
    save: (values) => update.mutateAsync({ id: group.id, body: updateBodyOf(values) }),
    onSaved: () => {
      // The group is asked again, and the detail opens (product 2.2).
      void invalidateResource(client, groups.path);
      go('groups:detail', params);
    },
    fromStored: (current) => {
      const stored = groups.record.safeParse(current);
      return stored.success ? valuesOf(stored.data) : undefined;
    },
  });
  return (
    <FormPage
      form={form}
      title={text('core.groups.update')}
      back={{ href: pathTo('groups:detail', params), label: group.name }}
      isWide
    >
      <GroupsFields form={form} />
    </FormPage>
  );
}
