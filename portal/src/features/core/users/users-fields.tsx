import type { users } from '#contract/core/users.ts';
import type { Rec, UpdateInput } from '#contract/resource.ts';
import { YesNoField } from '#portal/kit/form/choice-field.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';

/** What the form holds. */
export type UserValues = UpdateInput<typeof users>;

export const newUser: UserValues = {
  emailAddress: { address: '' },
  firstName: '',
  lastName: '',
  active: true,
  groupIds: [],
  permissionIds: [],
};

/** The whole write payload: groups and rights that this form does not show are sent back as they are (§B5). */
export function valuesOf(user: Rec<typeof users>): UserValues {
  const { emailAddress, firstName, lastName, active, groups, permissions, modules, rowVersion } = user;
  return {
    emailAddress,
    firstName,
    lastName,
    active,
    groupIds: groups,
    permissionIds: permissions,
    modules,
    rowVersion,
  };
}

export function UsersFields({ form }: { readonly form: ResourceForm<UserValues> }) {
  return (
    <>
      <TextField
        form={form}
        name="emailAddress.address"
        label="core.users.emailAddress.address"
        type="email"
        maxLength={254}
      />
      <FormRow>
        <TextField form={form} name="firstName" label="core.users.firstName" maxLength={100} />
        <TextField form={form} name="lastName" label="core.users.lastName" maxLength={100} />
      </FormRow>
      <YesNoField form={form} name="active" label="core.users.active" />
    </>
  );
}
