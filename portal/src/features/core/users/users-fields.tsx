import { administrations } from '#contract/core/administrations.ts';
import type { users } from '#contract/core/users.ts';
import { groups } from '#contract/core/groups.ts';
import type { Rec, UpdateInput } from '#contract/resource.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { YesNoField } from '#portal/kit/form/choice-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { MultiPicker } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { prefixOptions } from '../rights/prefix-name.tsx';
import { RightsField } from '../rights/rights-field.tsx';
import { PersonPreview } from '../rights/rights-preview.tsx';
import rightsStyles from '../rights/rights.module.css';

/** What the form holds. */
export type UserValues = UpdateInput<typeof users>;

export const newUser: UserValues = {
  emailAddress: { address: '' },
  firstName: '',
  lastName: '',
  active: true,
  groupIds: [],
  permissionIds: [],
  modules: [],
  administrationIds: [],
};

/** The complete body: groups and rights that this form does not show are sent back unchanged (§B5). */
export function valuesOf({
  groups,
  permissions,
  administrations: own,
}: Rec<typeof users>): Partial<UserValues> {
  return { groupIds: groups, permissionIds: permissions.toSorted(), administrationIds: own };
}

interface FieldsProps {
  readonly form: ResourceForm<UserValues>;
  readonly companyId: string;
}

interface UsersFieldsProps extends FieldsProps {
  /** The one that is changed, or null for a new one. */
  readonly user: Rec<typeof users> | null;
}

export function UsersFields({ form, companyId, user }: UsersFieldsProps) {
  const { permissionIds = [], modules } = form.values;
  const field = fieldsOf(form, 'core.users');
  const text = useText();
  const may = usePermission();
  return (
    <>
      <FormRow>
        <TextField {...field('firstName')} maxLength={100} />
        <TextField {...field('lastName')} maxLength={100} />
      </FormRow>
      <TextField {...field('emailAddress.address')} type="email" maxLength={254} />
      <YesNoField {...field('active')} />
      {may('core.groups.read') && <GroupsField form={form} companyId={companyId} />}
      <MultiPicker
        {...field('modules')}
        hint="core.users.modulesHint"
        options={prefixOptions(text)}
        isOptional
      />
      {may('core.administrations.read') && <AdministrationsField form={form} companyId={companyId} />}
      {may('core.permissions.read') && (
        <div className={rightsStyles.beside}>
          <RightsField
            {...field('permissionIds', 'permissions')}
            hint="core.users.permissionsHint"
            companyId={companyId}
            isOptional
          />
          {user && may('core.users.read') && (
            <PersonPreview
              person={user}
              giving={{ permissions: permissionIds, everything: false, groupId: null, modules }}
            />
          )}
        </div>
      )}
    </>
  );
}

/** What a user is narrowed to; nothing to ask where the company has one administration or none. */
function AdministrationsField({ form, companyId }: FieldsProps) {
  const { data = [] } = useAllRows(administrations, { companyId }, {});
  if (data.length < 2) return null;
  return (
    <MultiPicker
      {...fieldsOf(form, 'core.users')('administrationIds', 'administrations')}
      hint="core.users.administrationsHint"
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
      max={maxGroups}
      isOptional
    />
  );
}

/** How many groups a user can be in. */
const maxGroups = 250;

function GroupsField({ form, companyId }: FieldsProps) {
  // Those of the company, and those of the system.
  const filter = `companyId eq '${companyId}' or companyId eq null`;
  const { data = [] } = useAllRows(groups, {}, { filter });
  return (
    <MultiPicker
      {...fieldsOf(form, 'core.users')('groupIds', 'groups')}
      hint="core.users.groupsHint"
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
      max={maxGroups}
      isOptional
    />
  );
}
