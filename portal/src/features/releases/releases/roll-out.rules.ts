import type { TreeNode } from '#portal/kit/tree/tree.rules.ts';

/** Whom a release is for: everyone, or the customers and the users of two lists. */
export interface Targets {
  readonly availableForEveryOne: boolean;
  readonly assignedCompanyIds: readonly string[];
  readonly assignedUserIds: readonly string[];
}

/** A customer with the people who are there now. */
export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly users: readonly { readonly id: string; readonly name: string }[];
}

/** The id of the root: everyone. */
export const allCustomers = 'all';
const companyStart = 'company_';
const userStart = 'user_';
const companyNode = (id: string) => companyStart + id;
const userNode = (id: string) => userStart + id;

/** All customers with their users as a tree, by ids of the form `company_{id}` and `user_{id}` (product 2.4). */
export function customerTree(customers: readonly Customer[], allLabel: string): readonly TreeNode[] {
  const children = customers.map(({ id, name, users }) => ({
    id: companyNode(id),
    label: name,
    children: users.map((user) => ({ id: userNode(user.id), label: user.name })),
  }));
  return [{ id: allCustomers, label: allLabel, children }];
}

/** The ticks of a release. While it is for everyone its lists are stored but not used (§H2). */
export function ticksOf(targets: Targets): ReadonlySet<string> {
  if (targets.availableForEveryOne) return new Set([allCustomers]);
  return new Set([...targets.assignedCompanyIds.map(companyNode), ...targets.assignedUserIds.map(userNode)]);
}

/**
 * Whom a release is for after a click in the tree. Everyone on keeps both lists, and everyone off brings them back
 * (§H2); a click below everyone leaves all the others, customer by customer.
 */
export function targetsOf(ticks: ReadonlySet<string>, before: Targets): Targets {
  if (ticks.has(allCustomers)) return { ...before, availableForEveryOne: true };
  if (before.availableForEveryOne && ticks.size === 0) return { ...before, availableForEveryOne: false };
  const idsAfter = (start: string) =>
    [...ticks]
      .filter((tick) => tick.startsWith(start))
      .map((tick) => tick.slice(start.length))
      .toSorted();
  return {
    availableForEveryOne: false,
    assignedCompanyIds: idsAfter(companyStart),
    assignedUserIds: idsAfter(userStart),
  };
}

/** How many customers and users a release reaches (§H3), counted as the server does, before it is saved. */
export function reachOf(targets: Targets, customers: readonly Customer[]) {
  const companies = new Set(targets.assignedCompanyIds);
  const people = new Set(targets.assignedUserIds);
  let [assignedCompanies, assignedUsers, totalUsers] = [0, 0, 0];
  for (const { id, users } of customers) {
    totalUsers += users.length;
    const isWhole = targets.availableForEveryOne || companies.has(id);
    const ticked = isWhole ? users.length : users.filter((user) => people.has(user.id)).length;
    assignedUsers += ticked;
    if (isWhole || ticked > 0) assignedCompanies += 1;
  }
  return { assignedCompanies, assignedUsers, totalCompanies: customers.length, totalUsers };
}

/** What runs somewhere; `isKnown` is false for a version that is no release of ours. */
export interface Running {
  readonly version: string;
  readonly isKnown: boolean;
}

type Reported = { readonly id: string; readonly version: string | null; readonly isKnown: boolean };

/** What runs at each customer and at each user now, by the id of its node; absent where nothing was reported. */
export function versionsOf(
  tree: readonly (Reported & { readonly users: readonly Reported[] })[],
): ReadonlyMap<string, Running> {
  const versions = new Map<string, Running>();
  const add = (node: string, { version, isKnown }: Reported) => {
    if (version !== null) versions.set(node, { version, isKnown });
  };
  for (const customer of tree) {
    add(companyNode(customer.id), customer);
    for (const user of customer.users) add(userNode(user.id), user);
  }
  return versions;
}
