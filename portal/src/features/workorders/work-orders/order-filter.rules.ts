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

/** More words than this were pasted: they are searched as one text. */
const maxWords = 8;

/** The words that must all occur somewhere, so that 'jaarverslag zorgpalet' and a full name are found. */
function wordsOf(search: string): readonly string[] {
  const words = [...new Set(search.split(/\s+/).filter(Boolean))];
  return words.length > maxWords ? [search] : words;
}

/** The fields in which a word is searched: those of product 2.7, in its order, and the relation of orders without contact persons. */
function searched(word: string): string {
  const has = (field: string) => `contains(${field},${quoted(word)})`;
  return [
    has('reference'),
    has('yearNumber'),
    has('administration/name'),
    has('customerRelation/name'),
    `contactPersons/any(c: ${has('c/firstName')} or ${has('c/lastName')} or ${has('c/customerRelation/name')})`,
    `assignedUsers/any(u: ${has('u/firstName')} or ${has('u/lastName')})`,
  ].join(' or ');
}

/**
 * The `$filter` of product 2.7: a base that is always true, search text, user, status and administration. Status 6
 * stays hidden unless a status or search text is asked for.
 */
export function filterOf({ search, assignedUser, administration, status }: OrderFilter): string {
  const parts = ['true'];
  for (const word of wordsOf(search)) parts.push(`(${searched(word)})`);
  if (assignedUser) parts.push(`assignedUsers/any(u: u/id eq ${quoted(assignedUser)})`);
  if (status !== undefined && /^[0-6]$/.test(status)) parts.push(`status eq ${status}`);
  else if (search === '') parts.push(`status ne ${WorkOrderStatus.Invoiced}`);
  if (administration) parts.push(`administrationId eq ${quoted(administration)}`);
  return parts.join(' and ');
}

/** The `$orderby` of product 2.7: by number means by creation, then by number. */
export function orderByOf(
  sort: { readonly field: string; readonly direction: 'asc' | 'desc' } | undefined,
): string {
  const { field, direction } = sort ?? { field: 'createdAt', direction: 'desc' };
  return field === 'createdAt' ? `createdAt ${direction},number ${direction}` : `${field} ${direction}`;
}
