import { satisfies } from '#contract/permissions.ts';
import type { Screen } from '#portal/kit/screens.tsx';

// Only actions that mean something else than their own name.
const meanings: Readonly<Record<string, string>> = { index: 'read', detail: 'read', copy: 'create' };

/**
 * The permission that a screen needs, derived from its name: index and detail mean read, copy means create, other
 * actions are their own word (product 1.6); prefix `core` where the screen names none (§A1).
 */
export function permissionOf({ name, prefix = 'core', permission, suffix }: Screen): string {
  const [resource = '', action = 'index'] = name.split(':');
  const verb = meanings[action] ?? action;
  const base = `${prefix}.${permission ?? resource.replaceAll('-', '')}.${verb}`;
  return suffix === undefined ? base : `${base}.${suffix}`;
}

/** Where the guard lets somebody go: on, to the screen's index, or home with a message. */
export type Verdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'go'; readonly to: Screen }
  | { readonly kind: 'home' };

/** Who may not see a screen goes to its index; who may not see that either goes home (§A6). It never loops. */
export function guard(screen: Screen, held: readonly string[], screens: readonly Screen[]): Verdict {
  if (screen.isForEverybody || satisfies(held, permissionOf(screen))) return { kind: 'open' };
  const indexName = `${screen.name.split(':')[0] ?? ''}:index`;
  const index = screens.find(({ name }) => name === indexName);
  const canGo = index !== undefined && index.name !== screen.name && satisfies(held, permissionOf(index));
  return canGo ? { kind: 'go', to: index } : { kind: 'home' };
}
