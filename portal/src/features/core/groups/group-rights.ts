import { groups } from '#contract/core/groups.ts';
import { satisfies } from '#contract/permissions.ts';
import type { Row } from '#contract/resource.ts';

/** Whether somebody may change a group: one of the system needs the right over all (§A3). */
export function mayChange(
  held: readonly string[],
  verb: string,
  { companyId }: Pick<Row<typeof groups>, 'companyId'>,
): boolean {
  const right = `${groups.permission}.${verb}`;
  return satisfies(held, companyId === null ? `${right}.system` : right);
}
