import { annotationIsolation } from '#server/features/annotations/testing/isolation.ts';
import { billingIsolation } from '#server/features/billing/testing/isolation.ts';
import { carpetlineIsolation } from '#server/features/carpetline/testing/isolation.ts';
import { coreIsolation } from '#server/features/core/testing/isolation.ts';
import { documentIsolation } from '#server/features/documents/testing/isolation.ts';
import { identityIsolation } from '#server/features/identity/testing/isolation.ts';
import { invoicingIsolation } from '#server/features/invoicing/testing/isolation.ts';
import { purchaseIsolation } from '#server/features/purchases/testing/isolation.ts';
import { releaseIsolation } from '#server/features/releases/testing/isolation.ts';
import { workOrderIsolation } from '#server/features/workorders/testing/isolation.ts';
import type { TestRoute } from './app.ts';
import type { BuildForeign, Isolation } from './isolation-types.ts';

const areas: readonly Isolation[] = [
  identityIsolation,
  coreIsolation,
  annotationIsolation,
  documentIsolation,
  invoicingIsolation,
  workOrderIsolation,
  purchaseIsolation,
  carpetlineIsolation,
  releaseIsolation,
  billingIsolation,
  { publicRoutes: ['GET /healthz', 'GET /readyz', 'GET /openapi.json', 'GET /.well-known/security.txt'] },
];

/** What all areas say, in one. */
export const isolation = {
  foreign: merge(areas.map(({ foreign }) => foreign)),
  bodies: merge(areas.map(({ bodies }) => bodies)),
  parts: merge(areas.map(({ parts }) => parts)),
  also: merge(areas.map(({ also }) => also)),
  refused: merge(areas.map(({ refused }) => refused)),
  personal: merge(areas.map(({ personal }) => personal)),
  readByPost: merge(areas.map(({ readByPost }) => readByPost)),
  publicRoutes: areas.flatMap(({ publicRoutes = [] }) => publicRoutes),
};

function merge<Value>(tables: readonly (Readonly<Record<string, Value>> | undefined)[]) {
  return Object.fromEntries(tables.flatMap((table) => Object.entries(table ?? {})));
}

/** The record ids in an address, by name. */
export function idsOf(url: string): string[] {
  return [...url.matchAll(/:(\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !(name in isolation.parts));
}

/**
 * The address up to the record that it names, or null if it names none. A list below a record is asked with an item in
 * it, where there is a builder of one.
 */
export function recordAddress(url: string): string | null {
  const last = idsOf(url).at(-1);
  if (last === undefined) return null;
  const item = `${url}/:id`;
  return item in isolation.foreign ? item : url.slice(0, url.lastIndexOf(`:${last}`) + last.length + 1);
}

/** Makes the record that a route's address names; undefined where it names none. */
export function foreignOf({ url }: TestRoute): BuildForeign | undefined {
  return isolation.foreign[recordAddress(url) ?? ''];
}

/** A body that passes the route's schema; undefined where it takes none. */
export function bodyOf(
  route: TestRoute,
): { payload: object | string; headers?: Record<string, string> } | undefined {
  const body = isolation.bodies[bodyAddress(route)];
  if (typeof body === 'function') return body();
  return body || route.body ? { payload: body ?? {} } : undefined;
}

/** The address under which the body of a route stands. */
export function bodyAddress({ url }: Pick<TestRoute, 'url'>): string {
  return url.replace(/\/:id$/, '');
}

/** The permissions of a company that a caller needs for a route: one list for each of its alternatives. */
export function permissionsOf({ permission }: TestRoute): string[][] {
  if (permission === '') return [[]];
  return permission.split('|').map((each) => {
    const name = each.trim();
    const also = Object.entries(isolation.also).flatMap(([start, more]) =>
      startsWith(name, start) ? more : [],
    );
    return [name, ...also].map((needed) => `${needed}.company`);
  });
}

/** Whether a route refuses other tenants before it reads a record. */
export function isRefused({ permission }: TestRoute): boolean {
  return Object.keys(isolation.refused).some((start) => startsWith(permission, start));
}

function startsWith(permission: string, start: string): boolean {
  return permission === start || permission.startsWith(`${start}.`);
}
