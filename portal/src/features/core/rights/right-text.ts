import { permissionPrefix, splitPermission } from '#contract/permissions.ts';
import type { Text } from '#portal/kit/text.ts';

/** The parts of a permission: `core.users.read.company`. */
function partsOf(permission: string) {
  const { base, scope } = splitPermission(permission);
  const [prefix = '', resource = '', action = ''] = base.split('.');
  return { prefix, resource, action, scope };
}

// A catalogue that is newer than these texts still shows something.
function textOr(text: Text, key: string, otherwise: string): string {
  const found = text(key);
  return found === key ? otherwise : found;
}

/** 'Beheer': the part of the product that a permission belongs to. */
export function prefixText(prefix: string, text: Text): string {
  return textOr(text, `core.rights.prefix.${prefix}`, prefix);
}

/** 'Gebruikers': what a permission is about. */
export function resourceText(permission: string, text: Text): string {
  const { prefix, resource } = partsOf(permission);
  return textOr(text, `core.rights.resource.${prefix}.${resource}`, resource);
}

/** 'Goedkeuren': an action by its name. */
export function actionName(action: string, text: Text): string {
  return textOr(text, `core.rights.action.${action}`, action);
}

/** 'Lezen, eigen bedrijf': what a permission allows. */
export function actionText(permission: string, text: Text): string {
  const { action, scope } = partsOf(permission);
  const verb = actionName(action, text);
  if (scope === null) return verb;
  return text('core.rights.scoped', { action: verb, scope: text(`core.rights.scope.${scope}`) });
}

/** 'Gebruikers: lezen, eigen bedrijf'. */
export function rightText(permission: string, text: Text): string {
  const right = actionText(permission, text);
  return text('core.rights.label', {
    resource: resourceText(permission, text),
    right: right.charAt(0).toLowerCase() + right.slice(1),
  });
}

/** 'Beheer', from the permission itself. */
export function partText(permission: string, text: Text): string {
  return prefixText(permissionPrefix(permission), text);
}

const maxNames = 10;

/** How many rights, and which of them the other version lacks: two versions of as many would read alike. */
export function choiceInWords(chosen: readonly string[], other: readonly string[], text: Text): string {
  const count = text('kit.tree.chosen', { count: chosen.length });
  const own = chosen.filter((id) => !other.includes(id)).map((id) => rightText(id, text));
  if (own.length === 0) return count;
  const first = own.slice(0, maxNames).join('; ');
  const more = own.length - maxNames;
  return text('kit.tree.chosenOnly', {
    chosen: count,
    names: more > 0 ? text('kit.tree.andMore', { names: first, count: more }) : first,
  });
}
