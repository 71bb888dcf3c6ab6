import { createHash, randomBytes } from 'node:crypto';
import type { ServiceKeyKind } from '#contract/core/service-accounts.ts';
import { approvalOfPrograms, isForPrograms } from '#contract/permissions.ts';
import type { FieldCode } from '#contract/problem.ts';
import { isNetwork } from '#server/platform/mail/addresses.ts';
import { type Granter, isPermission, mayGive } from '../rights/grants.rules.ts';

// Fixed beginnings, so that scanners of public code recognise a key that leaked.
const starts: Readonly<Record<ServiceKeyKind, string>> = {
  'api-key': 'balie_live_',
  'client-secret': 'balie_secret_',
};
const shape = /^balie_(?:live|secret)_[\w-]{43}$/;
const shownOfSecret = 4;

/** A new key of 256 random bits. */
export function newServiceKey(kind: ServiceKeyKind): string {
  return `${starts[kind]}${randomBytes(32).toString('base64url')}`;
}

/** Whether a bearer token is an API key, as against an access token. */
export function isApiKey(token: string): boolean {
  return token.startsWith(starts['api-key']);
}

/** The stored hash of a key, or undefined for a text that cannot be one. It is random enough to need no slow hash. */
export function hashOfServiceKey(key: string): string | undefined {
  return shape.test(key) ? createHash('sha256').update(key).digest('base64url') : undefined;
}

/** How a key starts, to tell keys apart. */
export function hintOfServiceKey(key: string): string {
  return key.slice(0, key.indexOf('_', 'balie_'.length) + 1 + shownOfSecret);
}

/** What an account is about to become, and what of it is new. */
export interface AccountChange {
  readonly companyId: string;
  readonly permissions: readonly string[];
  readonly added: readonly string[];
  readonly isNarrowed: boolean;
  readonly gainsApproval: boolean;
  readonly unknownAdministrations: readonly string[];
  readonly addresses: readonly string[];
}

/** What is wrong with it, by field id: nobody gives a program what they do not have themselves (§A4). */
export function accountProblems(granter: Granter, change: AccountChange): Record<string, FieldCode[]> {
  const { companyId, permissions, added, isNarrowed } = change;
  const isFit = (permission: string) => isPermission(permission) && isForPrograms(permission, { isNarrowed });
  const mayApprove = mayGive(granter, approvalOfPrograms, companyId);
  const rows: readonly (readonly [string, FieldCode, boolean])[] = [
    ['permission_ids', 'unknown', added.some((permission) => !isPermission(permission))],
    [
      'permission_ids',
      'not-for-programs',
      permissions.some((permission) => isPermission(permission) && !isFit(permission)),
    ],
    [
      'permission_ids',
      'not-yours-to-give',
      added.some((permission) => isFit(permission) && !mayGive(granter, permission, companyId)),
    ],
    ['may_approve', 'not-yours-to-give', change.gainsApproval && !mayApprove],
    ['administration_ids', 'unknown', change.unknownAdministrations.length > 0],
    ['addresses', 'not-an-address', !change.addresses.every(isNetwork)],
  ];
  const problems: Record<string, FieldCode[]> = {};
  for (const [field, code, applies] of rows) if (applies) (problems[field] ??= []).push(code);
  return problems;
}
