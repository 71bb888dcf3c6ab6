import type { groups } from '#contract/core/groups.ts';
import type { CreateInput, Rec } from '#contract/resource.ts';

/** Stands for the people of every company. */
export const everybody = '*';

/** What the form holds; the company is an id, or `everybody`. */
export type GroupValues = Omit<CreateInput<typeof groups>, 'companyId'> & { readonly companyId: string };

export const newGroup = (companyId: string): GroupValues => ({
  name: '',
  companyId,
  accessToEverything: false,
  availableForEveryOne: false,
  permissionIds: [],
  userIds: [],
});

export function valuesOf({ companyId, permissions, users }: Rec<typeof groups>): Partial<GroupValues> {
  return {
    companyId: companyId ?? everybody,
    permissionIds: permissions.map(({ id }) => id).toSorted(),
    userIds: users.map(({ id }) => id).toSorted(),
  };
}

/** The body that is sent; `null` is a group of the system. */
export function bodyOf({ companyId, ...values }: GroupValues): CreateInput<typeof groups> {
  return { ...values, companyId: companyId === everybody ? null : companyId };
}
