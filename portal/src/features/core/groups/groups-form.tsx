import { groups } from '#contract/core/groups.ts';
import type { Rec } from '#contract/resource.ts';
import { useMe } from '#portal/features/identity/index.ts';
import { resourceHooks, useInvalidate } from '#portal/kit/data/resource-hooks.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { FormPage } from '#portal/kit/form/form-page.tsx';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import { useGo, useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { bodyOf, newGroup, valuesOf } from './group-values.ts';
import { useNotifyWithoutEffect } from '../rights/use-rights.ts';
import { GroupsFields } from './groups-fields.tsx';

const { useOne } = resourceHooks(groups);

export function GroupsCreate() {
  const me = useMe();
  return <Loaded of={me}>{({ companyId }) => <GroupForm group={null} ownCompanyId={companyId} />}</Loaded>;
}

export function GroupsUpdate() {
  const groupId = useParam('groupId');
  const group = useOne(groupId, {});
  return (
    <Loaded of={group} otherwise={usePathTo()('groups:detail', { groupId })}>
      {(record) => <GroupForm group={record} ownCompanyId="" />}
    </Loaded>
  );
}

interface GroupFormProps {
  /** The one that is changed, or null for a new one. */
  readonly group: Rec<typeof groups> | null;
  /** Whose a new group is at first. */
  readonly ownCompanyId: string;
}

function GroupForm({ group, ownCompanyId }: GroupFormProps) {
  const text = useText();
  const go = useGo();
  const pathTo = usePathTo();
  const invalidate = useInvalidate(groups);
  const notifyWithoutEffect = useNotifyWithoutEffect();
  const params = group && { groupId: group.id };
  const form = useRecordForm(
    groups,
    {},
    {
      record: group,
      empty: newGroup(ownCompanyId),
      valuesOf,
      bodyOf,
      onSaved({ companyId, permissions }) {
        notifyWithoutEffect(
          companyId,
          permissions.map(({ id }) => id),
        );
        if (params === null) return go('groups:index');
        // The group is asked again, and the detail opens (product 2.2).
        invalidate();
        go('groups:detail', params);
      },
    },
  );
  const back =
    group && params
      ? { href: pathTo('groups:detail', params), label: group.name }
      : { href: pathTo('groups:index'), label: text('core.groups.title') };
  return (
    <FormPage
      form={form}
      title={text(group === null ? 'core.groups.create' : 'core.groups.update')}
      back={back}
      isWide
    >
      <GroupsFields form={form} groupId={group?.id ?? ''} />
    </FormPage>
  );
}
