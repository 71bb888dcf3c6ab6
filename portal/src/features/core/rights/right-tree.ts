import { permissionPrefix } from '#contract/permissions.ts';
import type { permissions } from '#contract/core/permissions.ts';
import type { Row } from '#contract/resource.ts';
import type { TreeNode } from '#portal/kit/tree/tree.rules.ts';
import type { Text } from '#portal/kit/text.ts';
import { actionText, prefixText, resourceText } from './right-text.ts';

type Right = Row<typeof permissions>;

/** The id of the root. */
export const allRights = 'all';

interface TreeOptions {
  /** The rights that were given before this form was opened: they can be chosen by anybody. */
  readonly given: readonly string[];
  /** Whether the rights are for other people than those of the caller's own company. */
  readonly isForOthers: boolean;
}

/** All rights as a tree: part of the product, resource, action. Nobody can give a right that they do not have (§A4). */
export function rightTree(
  rights: readonly Right[],
  { given, isForOthers }: TreeOptions,
  text: Text,
): TreeNode[] {
  const wasGiven = new Set(given);
  const isOpen = ({ id, isYours, isYoursForOthers }: Right) =>
    wasGiven.has(id) || (isForOthers ? isYoursForOthers : isYours);
  const leaf = (right: Right): TreeNode => ({
    id: right.id,
    label: actionText(right.id, text),
    ...(isOpen(right) ? {} : { isLocked: true }),
  });
  const parts = [...Map.groupBy(rights, ({ id }) => permissionPrefix(id))].map(([prefix, ofPart]) => ({
    id: `part:${prefix}`,
    label: prefixText(prefix, text),
    children: [...Map.groupBy(ofPart, ({ id }) => resourceOf(id))].map(([resource, ofResource]) => ({
      id: `resource:${resource}`,
      label: resourceText(resource, text),
      children: ofResource.map(leaf),
    })),
  }));
  return [{ id: allRights, label: text('core.rights.all'), children: parts }];
}

function resourceOf(permission: string): string {
  return permission.split('.').slice(0, 2).join('.');
}
