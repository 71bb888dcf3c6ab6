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
