import { useMemo } from 'react';
import { allUsers } from '#contract/core/users.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { YesNoField } from '#portal/kit/form/choice-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormColumn, FormColumns } from '#portal/kit/form/form-row.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { TreeField } from '#portal/kit/tree/tree-field.tsx';
import { RightsField } from '../rights/rights-field.tsx';
import { PeoplePreview } from '../rights/rights-preview.tsx';
import rightsStyles from '../rights/rights.module.css';
import { CompanyField } from './company-field.tsx';
import { everybody, type GroupValues } from './group-values.ts';
import { allMembers, memberTree } from './member-tree.ts';

const treeHeight = '260px';

interface FieldsProps {
  readonly form: ResourceForm<GroupValues>;
  /** Empty for a new one. */
  readonly groupId: string;
}

export function GroupsFields({ form, groupId }: FieldsProps) {
  const isNew = groupId === '';
  const may = usePermission();
  const { companyId, accessToEverything = false, availableForEveryOne = false } = form.values;
  const field = fieldsOf(form, 'core.groups');
  const owner = companyId === everybody ? null : companyId;
  return (
    <>
      <FormColumns>
        <FormColumn>
          <TextField {...field('name')} maxLength={255} />
          {isNew && may('core.groups.create.system') && <CompanyField form={form} />}
          <YesNoField {...field('accessToEverything')} hint="core.groups.accessToEverythingHint" />
          <YesNoField {...field('availableForEveryOne')} hint="core.groups.availableForEveryOneHint" />
        </FormColumn>
        {may('core.users.read') && (
          <FormColumn>
            <MembersField form={form} groupId={groupId} owner={owner} isDisabled={availableForEveryOne} />
          </FormColumn>
        )}
      </FormColumns>
      {may('core.permissions.read') && (
        <div className={rightsStyles.beside}>
          <RightsField
            key={companyId}
            form={form}
            name="permissionIds"
            label="core.groups.permissions"
            companyId={owner}
            isDisabled={accessToEverything}
            isOptional
          />
          {may('core.users.read') && <MembersPreview form={form} owner={owner} groupId={groupId} />}
        </div>
      )}
    </>
  );
}

interface MembersPreviewProps extends FieldsProps {
  readonly owner: string | null;
}

// The people who are in it, as the form has them.
function MembersPreview({ form, owner, groupId }: MembersPreviewProps) {
  const filter = owner === null ? undefined : `companyId eq '${owner}'`;
  const { data: people = [] } = useAllRows(allUsers, {}, { filter });
  const { userIds = [], permissionIds = [], accessToEverything = false } = form.values;
  const members = new Set(userIds);
  return (
    <PeoplePreview
      people={people.filter(({ id }) => members.has(id))}
      giving={{ permissions: permissionIds, everything: accessToEverything, groupId }}
    />
  );
}

interface MembersFieldProps extends FieldsProps {
  readonly owner: string | null;
  readonly isDisabled: boolean;
}

function MembersField({ form, owner, isDisabled }: MembersFieldProps) {
  const text = useText();
  const filter = owner === null ? undefined : `companyId eq '${owner}'`;
  const { data: people } = useAllRows(allUsers, {}, { filter });
  const nodes = useMemo(
    () => people && memberTree(people, { isOfOneCompany: owner !== null }, text),
    [people, owner, text],
  );
  return (
    <TreeField
      {...fieldsOf(form, 'core.groups')('userIds', 'users')}
      nodes={nodes}
      search="core.groups.searchUsers"
      openAtFirst={[allMembers]}
      height={treeHeight}
      isDisabled={isDisabled}
      isOptional
    />
  );
}
