import { WorkOrderStatus } from '#contract/workorders/work-orders.ts';

/** What narrows the list of orders. */
export interface OrderFilter {
  readonly search: string;
  /** Id of a responsible user. */
  readonly assignedUser?: string | undefined;
  readonly administration?: string | undefined;
  /** A status by its number. */
  readonly status?: string | undefined;
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The fields that search text may stand in: those of document 2, section 7, in its order. */
function searched(search: string): string {
  const has = (field: string) => `contains(${field},${quoted(search)})`;
  return [
    has('reference'),
    has('yearNumber'),
    has('administration/name'),
    `contactPersons/any(c: ${has('c/firstName')} or ${has('c/lastName')} or ${has('c/customerRelation/name')})`,
    `assignedUsers/any(u: ${has('u/firstName')} or ${has('u/lastName')})`,
  ].join(' or ');
}

/**
 * The `$filter` of document 2: a base that is always true, search text, user, status and administration. Status 6
 * stays hidden unless a status or search text is asked for.
 */
export function filterOf({ search, assignedUser, administration, status }: OrderFilter): string {
  const parts = ['true'];
  if (search !== '') parts.push(`(${searched(search)})`);
  if (assignedUser) parts.push(`assignedUsers/any(u: u/id eq ${quoted(assignedUser)})`);
  if (status !== undefined && /^[0-6]$/.test(status)) parts.push(`status eq ${status}`);
  else if (search === '') parts.push(`status ne ${WorkOrderStatus.Invoiced}`);
  if (administration) parts.push(`administrationId eq ${quoted(administration)}`);
  return parts.join(' and ');
}

/** The `$orderby` of document 2: by number means by the moment of making, then by number. */
export function orderByOf(
  sort: { readonly field: string; readonly direction: 'asc' | 'desc' } | undefined,
): string {
  const { field, direction } = sort ?? { field: 'createdAt', direction: 'desc' };
  return field === 'createdAt' ? `createdAt ${direction},number ${direction}` : `${field} ${direction}`;
}
