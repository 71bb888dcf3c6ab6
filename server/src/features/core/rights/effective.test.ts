import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissionCatalogue } from '#contract/permissions.ts';
import { createDb, createPool, type Db } from '#server/platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/testing/database.ts';
import {
  buildCompany,
  buildGroup,
  buildUser,
  type GroupSeed,
  providerCompany,
} from '../testing/factories.ts';
import { findPerson } from './rights.repository.ts';
import { permissionsOf } from './rights.service.ts';

// The effective set as a table (§A3): what is in the database, and what comes of it.
let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool(database.app));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const [a, b, c] = [
  'core.users.read.company',
  'fmmodule.invoices.read.company',
  'comceptum.workorders.read.user',
] as const;
const system = 'core.users.read.system';

interface Case {
  readonly may?: readonly string[];
  readonly modules?: readonly string[];
  readonly userModules?: readonly string[];
  readonly isProvider?: boolean;
  /** `own`: of the user's company; `system`: of nobody's; `other`: of another company. */
  readonly groups?: readonly (Omit<GroupSeed, 'companyId' | 'userIds'> & {
    readonly of: 'own' | 'system' | 'other';
    readonly isMember?: boolean;
    readonly isDeleted?: boolean;
  })[];
}

const cases: readonly (readonly [string, Case, readonly string[] | 'everything'])[] = [
  ['nothing comes of nothing', {}, []],
  ['own permissions count', { may: [a, b] }, [a, b]],
  ['those of a group count for its members', { groups: [{ of: 'own', may: [a], isMember: true }] }, [a]],
  ['and not for others', { groups: [{ of: 'own', may: [a] }] }, []],
  [
    'own and those of groups add up, each once',
    { may: [a], groups: [{ of: 'own', may: [a, b], isMember: true }] },
    [a, b],
  ],
  [
    'a group for everyone counts without being in it',
    { groups: [{ of: 'own', may: [a], availableForEveryOne: true }] },
    [a],
  ],
  [
    'but not that of another company',
    { groups: [{ of: 'other', may: [a], availableForEveryOne: true }] },
    [],
  ],
  ['nor by being in a group of another company', { groups: [{ of: 'other', may: [a], isMember: true }] }, []],
  ['a system group counts for its members', { groups: [{ of: 'system', may: [a], isMember: true }] }, [a]],
  [
    'a group in the trash counts for nobody',
    { groups: [{ of: 'own', may: [a], isMember: true, isDeleted: true }] },
    [],
  ],
  [
    'a module that the company lacks takes its permissions away',
    { may: [a, b, c], modules: ['fmmodule'] },
    [a, b],
  ],
  ['core is never taken away', { may: [a], modules: [] }, [a]],
  ["the user's own modules narrow further", { may: [a, b, c], userModules: ['comceptum'] }, [c, a]],
  [
    'a module of the user that the company lacks gives nothing',
    { may: [b], modules: [], userModules: ['fmmodule'] },
    [],
  ],
  [
    'a right over everything is nothing outside the provider',
    { may: [system], groups: [{ of: 'system', may: [system], isMember: true }] },
    [],
  ],
  [
    'and counts for the provider’s people, however it was given',
    { isProvider: true, groups: [{ of: 'own', may: [system], isMember: true }] },
    [system],
  ],
  ['the provider’s people need no modules', { isProvider: true, may: [b, c], userModules: ['fm'] }, [c, b]],
  [
    'access to everything is the whole catalogue',
    { isProvider: true, groups: [{ of: 'own', accessToEverything: true, isMember: true }] },
    'everything',
  ],
];

test.each(cases)('%s', async (_, given, expected) => {
  const companyId = given.isProvider
    ? await providerCompany(db)
    : (await buildCompany(db, given.modules ? { modules: given.modules } : {})).id;
  const user = await buildUser(db, { companyId, may: given.may ?? [], modules: given.userModules ?? [] });
  for (const { of, isMember, isDeleted, ...seed } of given.groups ?? []) {
    const owner = of === 'own' ? companyId : of === 'system' ? null : (await buildCompany(db)).id;
    const group = await buildGroup(db, { ...seed, companyId: owner, userIds: isMember ? [user.id] : [] });
    if (isDeleted)
      await db
        .updateTable('groups')
        .set({ deleted_at: new Date().toISOString() })
        .where('id', '=', group.id)
        .execute();
  }
  const person = await findPerson(db, { id: user.id });
  expect(person && permissionsOf(person)).toEqual(
    expected === 'everything' ? permissionCatalogue.toSorted() : expected,
  );
});

test('access to everything of a customer is what its modules allow, without system', async () => {
  const company = await buildCompany(db, { modules: ['fm'] });
  const user = await buildUser(db, { companyId: company.id });
  await buildGroup(db, { companyId: company.id, accessToEverything: true, userIds: [user.id] });
  const person = await findPerson(db, { id: user.id });
  const allowed = permissionCatalogue.filter(
    (permission) => /^(core|fm)\./.test(permission) && !permission.endsWith('.system'),
  );
  expect(person && permissionsOf(person)).toEqual(allowed.toSorted());
});
