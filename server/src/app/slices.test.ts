import { glob, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { trashKinds } from '#contract/permissions.ts';
import { createContext } from '#server/platform/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { testApp } from './testing/app.ts';
import { slices } from './slices.ts';

// What the types of a slice cannot say.
const balie = await testApp();
afterAll(() => balie.close());

const nobody = '00000000-0000-7000-8000-00000000dead';
const caller = {
  userId: nobody,
  companyId: nobody,
  companyName: '',
  isProvider: true,
  name: '',
  email: '',
  permissions: ['core.trash.restore.system'],
};
const ctx = createContext(balie.services, caller, 'core.trash.restore', { language: 'nl', requestId: '' });
const trashed = slices.flatMap(({ trash }) => (trash ? [[trash.entity, trash] as const] : []));
const repeated = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

test('no two slices share a path', () => {
  expect(repeated(slices.map(({ resource }) => resource.path))).toEqual([]);
});

// Resources may share a history: it tries each that has the name.
test.each(['trash', 'owner', 'search'] as const)('no two slices share a kind of %s', (part) => {
  expect(repeated(slices.flatMap((slice) => slice[part]?.entity ?? []))).toEqual([]);
});

test('what a slice says of another resource has a slice as its target', () => {
  const paths = new Set(slices.map(({ resource }) => resource.path));
  const links = slices.flatMap(
    ({
      resource,
      links: { blocks = [], onRemoved = [], onChanged = [], beforeActivated = [], onPurged = [] },
    }) =>
      [...blocks, ...onRemoved, ...onChanged, ...beforeActivated, ...onPurged].map(({ target }) => ({
        from: resource.path,
        to: target.path,
      })),
  );
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter(({ to }) => !paths.has(to))).toEqual([]);
});

test('the filter of the trash offers every kind that goes there', () => {
  expect(trashed.map(([entity]) => entity).toSorted()).toEqual([...trashKinds].toSorted());
});

test.each(trashed)('the table of %s has the columns that the trash works with', async (_entity, kind) => {
  // The database reads a statement before it looks for rows: no record is needed.
  const record = { id: nobody, companyId: nobody };
  await kind.deleted(ctx.scope).execute(balie.db);
  await ctx.transaction((tx) => kind.purge(tx, record));
  const restored = ctx.transaction((tx) => kind.restore(tx, ctx, record));
  await restored.catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
});

test.each(trashed)('the unique fields of %s name indexes that exist', async (_entity, { uniqueFields }) => {
  const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes`.execute(balie.db);
  const known = rows.map(({ name }) => name);
  expect(Object.keys(uniqueFields).filter((name) => !known.includes(name))).toEqual([]);
});

// Resources that have no slice, and why.
const withoutSlice: Readonly<Record<string, string>> = {
  allAdministrations: 'a second list of administrations',
  allCustomerAgreements: 'a second address of customer agreements',
  allSettings: 'a second address of the settings of a customer',
  allUsers: 'a second list of users',
  customerAdministrations: 'administrations as billing reads them',
  allCustomerAdministrations: 'a second address of administrations',
  ownCredits: 'a second address of credit invoices',
  issuedInvoices: 'the same invoices, of one customer',
  ownInvoices: 'a second address of invoices of a run',
  companyPermissions: 'no records: the catalogue, for one company',
  permissions: 'no records: the catalogue of the contract',
  releaseFailures: 'only reported by clients, and read',
  runInvoices: 'made by business verbs of a run',
};

test('every resource that is mounted has a slice, or says why not', async () => {
  const mounted = new Set<string>();
  for await (const file of glob('**/*.ts', { cwd: new URL('../features', import.meta.url) })) {
    const text = await readFile(new URL(`../features/${file}`, import.meta.url), 'utf8');
    for (const [, name = ''] of text.matchAll(/mountResource\(\s*\w+,\s*\w+,\s*(\w+)/g)) mounted.add(name);
  }
  expect([...mounted].toSorted()).toEqual(Object.keys(withoutSlice).toSorted());
});
