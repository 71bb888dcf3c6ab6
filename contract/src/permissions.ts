/** How far a right reaches: own records, the own company, everything (§A2). */
export const scopeNames = ['user', 'company', 'system'] as const;
/** One of the three reaches. */
export type ScopeName = (typeof scopeNames)[number];

const width: Readonly<Record<ScopeName, number>> = { user: 0, company: 1, system: 2 };

function isScopeName(text: string): text is ScopeName {
  return text in width;
}

/** Splits a permission string in its base and its scope, if its last segment is one: `a.b.read.company`. */
export function splitPermission(permission: string): { base: string; scope: ScopeName | null } {
  const dot = permission.lastIndexOf('.');
  const last = permission.slice(dot + 1);
  return isScopeName(last)
    ? { base: permission.slice(0, dot), scope: last }
    : { base: permission, scope: null };
}

/** The reach of a given permission; without a scope segment it is the own company (§A2). */
export function scopeOf(permission: string): ScopeName {
  return splitPermission(permission).scope ?? 'company';
}

// Who may change a record may read it: the releases menu asks for update where its route asks for read.
function implying(required: string): string[] {
  const { base, scope } = splitPermission(required);
  if (!base.endsWith('.read')) return [required];
  const update = `${base.slice(0, -'.read'.length)}.update`;
  return [required, scope ? `${update}.${scope}` : update];
}

function satisfiesExactly(given: string, required: string): boolean {
  if (given === required || given.startsWith(`${required}.`)) return true;
  const need = splitPermission(required);
  if (!need.scope) return false;
  const has = splitPermission(given);
  return has.base === need.base && has.scope !== null && width[has.scope] >= width[need.scope];
}

// Who decides on invoices decides on duplicates; who uploads completes or removes what could not be read.
const broughtBy: Readonly<Record<string, string>> = {
  'fmmodule.invoices.markoriginal': 'fmmodule.invoices.approve',
  'fmmanagement.documents.read': 'fmmodule.documents.create',
  'fmmanagement.documents.update': 'fmmodule.documents.create',
  'fmmanagement.documents.delete': 'fmmodule.documents.create',
};

/** The reach that a right has because of another one: within the own company at most (§A1). */
function broughtScope(given: readonly string[], base: string): ScopeName | null {
  const other = broughtBy[base];
  const scope = other === undefined ? null : widestScope(given, other);
  return scope === 'system' ? 'company' : scope;
}

function isBrought(given: readonly string[], required: string): boolean {
  const { base, scope } = splitPermission(required);
  const has = broughtScope(given, base);
  return has !== null && width[has] >= width[scope ?? 'user'];
}

/** Whether one of the given permissions implies the required one (§A1): equal, longer at a segment, or wider. */
export function satisfies(given: readonly string[], required: string): boolean {
  return (
    implying(required).some((needed) => given.some((permission) => satisfiesExactly(permission, needed))) ||
    isBrought(given, required)
  );
}

/** Like `satisfies`, with `|` between alternatives: any one suffices. */
export function satisfiesAny(given: readonly string[], alternatives: string): boolean {
  return alternatives.split('|').some((required) => satisfies(given, required.trim()));
}

/** The widest reach of the given permissions for an action, or null without the right (§A2). */
export function widestScope(given: readonly string[], required: string): ScopeName | null {
  let widest: ScopeName | null = broughtScope(given, required);
  for (const needed of implying(required)) {
    for (const permission of given) {
      if (!satisfiesExactly(permission, needed)) continue;
      const scope = scopeOf(permission);
      if (widest === null || width[scope] > width[widest]) widest = scope;
    }
  }
  return widest;
}

const crud = ['read', 'create', 'update', 'delete'] as const;

interface CatalogueLine {
  readonly name: string;
  readonly actions: readonly string[];
  readonly scopes: readonly ScopeName[];
}

const line = (name: string, actions: readonly string[], scopes: readonly ScopeName[]): CatalogueLine => ({
  name,
  actions,
  scopes,
});
const tenant: readonly ScopeName[] = ['company', 'system'];
const owned: readonly ScopeName[] = ['user', 'company', 'system'];

// One line a resource. The order is the order of the rights on screen.
const catalogueLines: readonly CatalogueLine[] = [
  line('core.companies', crud, tenant),
  line('core.administrations', crud, tenant),
  line('core.users', [...crud, 'invite'], tenant),
  line('core.companymodules', ['read', 'create', 'delete'], tenant),
  line('core.serviceaccounts', crud, tenant),
  line('core.webhooks', crud, tenant),
  line('core.audit', ['read'], tenant),
  line('core.scim', ['provision'], ['company']),
  line('core.identityprovider', ['read', 'update'], tenant),
  line('core.customerrelations', [...crud, 'import'], tenant),
  line('core.contactpersons', crud, tenant),
  line('core.groups', [...crud, 'copy'], tenant),
  line('core.modules', crud, ['system']),
  line('core.permissions', ['read'], tenant),
  line('core.trash', ['read', 'restore'], tenant),
  line('core.status', ['read', 'retry'], ['system']),
  line('core.deprecated', ['read'], []),
  line('comceptum.workorders', [...crud, 'copy'], owned),
  line('comceptum.orderlines', [...crud, 'readpurchase'], owned),
  line('comceptum.workordertimes', crud, owned),
  line('comceptum.timesheets', ['read'], tenant),
  line('comceptum.offers', ['read', 'create', 'send', 'withdraw'], owned),
  line('comceptum.offersettings', ['read', 'update'], tenant),
  line('carpetline.orders', [...crud, 'process'], owned),
  line('carpetline.semifinishes', crud, tenant),
  line('carpetline.usercustomerrelations', crud, tenant),
  line('carpetline.deprecated', ['read'], []),
  line('fm.releases', crud, ['system']),
  line('fm.updatekeys', ['read', 'create', 'delete'], tenant),
  line('fm.customers', ['read', 'update'], tenant),
  line('fm.priceagreements', crud, tenant),
  line('fm.settings', ['read', 'update'], tenant),
  line('fm.billing', ['read', 'create', 'delete', 'finalise', 'mail', 'pay'], tenant),
  line('fm.report', ['read'], tenant),
  line('fm.deprecated', ['read'], []),
  line('fmmodule.documents', ['read', 'create'], owned),
  line('fmmodule.intakelog', ['read'], tenant),
  line('fmmodule.invoices', ['read', 'update', 'approve', 'comment', 'export', 'markoriginal'], tenant),
  line('fmmodule.archive', ['read', 'export'], tenant),
  line('fmmodule.charts', ['read', 'update'], tenant),
  line('fmmodule.approvals', ['create', 'update', 'delete'], tenant),
  line('fmmodule.approvalflows', ['read', 'update'], tenant),
  line('fmmodule.absences', crud, owned),
  line('fmmodule.touchlessrules', crud, tenant),
  line('fmmodule.deliveries', ['read', 'update'], tenant),
  line('fmmodule.deliverysettings', ['read', 'update'], tenant),
  line('fmmodule.payments', ['read', 'create', 'release'], tenant),
  line('fmmodule.paymentsettings', ['read', 'update', 'confirm'], tenant),
  line('fmmodule.creditors', ['read', 'update'], tenant),
  line('fmmodule.bankaccounts', ['read', 'confirm'], tenant),
  line('fmmodule.usage', ['read'], ['company']),
  line('fmmodule.invoicerecognitiondata', ['read', 'update'], owned),
  line('fmmanagement.documents', ['read', 'update', 'delete', 'retry'], owned),
  line('fmmanagement.triggers', crud, tenant),
  line('fmmanagement.board', ['read', 'update'], tenant),
];

/** What may be in the trash, by permission name, in the order of the menu. */
export const trashKinds = [
  'core.customerrelations',
  'core.contactpersons',
  'comceptum.workorders',
  'comceptum.orderlines',
  'comceptum.workordertimes',
  'carpetline.orders',
  'carpetline.semifinishes',
  'fm.releases',
  'fmmodule.documents',
  'fmmanagement.triggers',
  'core.companies',
  'core.administrations',
  'core.users',
  'core.groups',
  'core.modules',
] as const;

/**
 * Every permission there is, spelt `{prefix}.{resource without hyphens}.{action}[.scope]`. Without scopes the
 * plain string is the permission (`core.deprecated.read`).
 */
export const permissionCatalogue: readonly string[] = catalogueLines.flatMap(({ name, actions, scopes }) =>
  actions.flatMap((action) =>
    scopes.length === 0 ? [`${name}.${action}`] : scopes.map((scope) => `${name}.${action}.${scope}`),
  ),
);

// What only people do: they decide, answer for others' rights, write their own hours, and have a place in a list of people.
const forPeople = [
  'core.companies.create',
  'core.companies.update',
  'core.companies.delete',
  'core.users.create',
  'core.users.update',
  'core.users.delete',
  'core.users.invite',
  'core.groups.create',
  'core.groups.update',
  'core.groups.delete',
  'core.groups.copy',
  'core.companymodules.create',
  'core.companymodules.delete',
  'core.serviceaccounts',
  'core.webhooks',
  'core.identityprovider',
  'core.modules.create',
  'core.modules.update',
  'core.modules.delete',
  'core.permissions',
  'core.trash',
  'core.status',
  'core.deprecated',
  'comceptum.workordertimes.create',
  'comceptum.workordertimes.update',
  'comceptum.workordertimes.delete',
  'carpetline.usercustomerrelations.create',
  'carpetline.usercustomerrelations.update',
  'carpetline.usercustomerrelations.delete',
  'carpetline.deprecated',
  'fm.updatekeys.create',
  'fm.updatekeys.delete',
  'fm.billing.finalise',
  'fm.deprecated',
  'fmmodule.invoices.approve',
  'fmmodule.approvalflows.update',
  'fmmodule.absences',
  'fmmodule.touchlessrules.create',
  'fmmodule.touchlessrules.update',
  'fmmodule.touchlessrules.delete',
  'fmmodule.bankaccounts.confirm',
  'fmmodule.payments.create',
  'fmmodule.payments.release',
  'fmmodule.paymentsettings.update',
  'fmmodule.paymentsettings.confirm',
] as const;

// Their routes keep to the administrations of a caller; those of others answer nothing.
const byAdministration = [
  'core.administrations.read',
  'fmmodule.documents.read',
  'fmmodule.documents.create',
  'fmmodule.invoices.read',
  'fmmodule.invoices.update',
  'fmmodule.invoices.comment',
  'fmmodule.invoices.markoriginal',
] as const;

const startsWithAny = (permission: string, starts: readonly string[]) =>
  starts.some((start) => permission === start || permission.startsWith(`${start}.`));

/** The right to decide on invoices: a program gets it by a switch of its own. */
export const approvalOfPrograms = 'fmmodule.invoices.approve.company';

/**
 * Whether a service account can have a permission: not what only people do, and with a choice of administrations only
 * what keeps to it.
 */
export function isForPrograms(permission: string, { isNarrowed = false } = {}): boolean {
  if (startsWithAny(permission, forPeople)) return false;
  return !isNarrowed || startsWithAny(permission, byAdministration);
}

/** The permission prefixes that can be sold as a module; `core` is never taken away (§A3). */
export const modulePrefixes = ['comceptum', 'carpetline', 'fm', 'fmmodule', 'fmmanagement'] as const;

/** What decides which permissions count for a person (§A3). */
export interface Standing {
  readonly isProvider: boolean;
  /** Permission prefixes of the company's modules. */
  readonly companyModules: readonly string[];
  /** The person's own narrowing; empty narrows nothing. */
  readonly userModules: readonly string[];
}

/** Why a permission has no effect: it reaches all companies, or its module is not there. */
export type Hindrance = 'system' | 'module';

const soldPrefixes: ReadonlySet<string> = new Set(modulePrefixes);

/** Why a permission does not count for somebody (§A3); null if it counts. */
export function hindranceOf(
  permission: string,
  { isProvider, companyModules, userModules }: Standing,
): Hindrance | null {
  if (isProvider) return null;
  if (splitPermission(permission).scope === 'system') return 'system';
  const prefix = permissionPrefix(permission);
  if (!soldPrefixes.has(prefix)) return null;
  const isNarrowed = userModules.length > 0 && !userModules.includes(prefix);
  return companyModules.includes(prefix) && !isNarrowed ? null : 'module';
}

/** The first segment of a permission: the module that it belongs to. */
export function permissionPrefix(permission: string): string {
  return permission.slice(0, permission.indexOf('.'));
}
