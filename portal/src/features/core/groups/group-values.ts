import type { groups } from '#contract/core/groups.ts';
import type { CreateInput, Rec, UpdateInput } from '#contract/resource.ts';

/** Stands for the people of every company. */
export const everybody = '*';

/** What the form holds; the company is an id, or the sign for everybody's. */
export type GroupValues = Omit<CreateInput<typeof groups>, 'companyId'> & {
  readonly companyId: string;
  readonly rowVersion?: number;
};

export const newGroup = (companyId: string): GroupValues => ({
  name: '',
  companyId,
  accessToEverything: false,
  availableForEveryOne: false,
  permissionIds: [],
  userIds: [],
});

export function valuesOf(group: Rec<typeof groups>): GroupValues {
  const { name, companyId, accessToEverything, availableForEveryOne, permissions, users, rowVersion } = group;
  return {
    name,
    companyId: companyId ?? everybody,
    accessToEverything,
    availableForEveryOne,
    permissionIds: permissions.map(({ id }) => id).toSorted(),
    userIds: users.map(({ id }) => id).toSorted(),
    rowVersion,
  };
}

/** The body of a create; `null` is a group of the system. */
export function createBodyOf({ companyId, ...values }: GroupValues): CreateInput<typeof groups> {
  return { ...values, companyId: companyId === everybody ? null : companyId };
}

/** The body of an update: a group never moves. */
export function updateBodyOf({ companyId: _company, ...values }: GroupValues): UpdateInput<typeof groups> {
  return values;
}
