import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { permissionCatalogue, satisfies } from '#contract/permissions.ts';
import { buildCompany, buildGroup, buildUser } from '../testing/factories.ts';
import { findPerson } from './rights.repository.ts';
import { permissionsOf } from './rights.service.ts';

// Whatever a limited person does to users and groups, nobody whom he could become ends up with what he lacks (§A4).
let balie: TestApp;

beforeAll(async () => {
  balie = await testApp();
});
afterAll(() => balie.close());

const granted = [
  'fmmodule.invoices.read.company',
  'fmmodule.documents.create.user',
  'fm.report.read.company',
];
const management = ['users', 'groups'].flatMap((name) =>
  ['read', 'create', 'update', 'delete'].map((verb) => `core.${name}.${verb}.company`),
);
const tempting = [
  'fmmodule.invoices.approve.company',
  'fmmodule.invoices.read.system',
  'core.companies.update.company',
  'comceptum.workorders.read.company',
  'core.users.read.system',
];
const some = fc.subarray([...granted, ...management.slice(0, 2), ...tempting]);
const index = fc.nat({ max: 5 });
const modules = fc.constantFrom([], ['fm'], ['fmmodule'], ['fm', 'fmmodule', 'comceptum']);
const flag = fc.boolean();

const step = fc.oneof(
  fc.record({
    kind: fc.constant('makeUser' as const),
    permissionIds: some,
    groups: fc.array(index, { maxLength: 2 }),
    modules,
  }),
  fc.record({
    kind: fc.constant('changeUser' as const),
    user: index,
    permissionIds: some,
    groups: fc.array(index, { maxLength: 2 }),
    modules,
    keepsGroups: flag,
    keepsPermissions: flag,
  }),
  fc.record({
    kind: fc.constant('makeGroup' as const),
    permissionIds: some,
    users: fc.array(index, { maxLength: 2 }),
    everything: flag,
    everyone: flag,
  }),
  fc.record({
    kind: fc.constant('changeGroup' as const),
    group: index,
    permissionIds: some,
    users: fc.array(index, { maxLength: 2 }),
    everything: flag,
    everyone: flag,
    keepsPermissions: flag,
  }),
  fc.record({ kind: fc.constant('copyGroup' as const), group: index }),
  fc.record({ kind: fc.constant('deleteUser' as const), user: index }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Stage {
  readonly mallory: TestClient;
  readonly users: string[];
  readonly groups: string[];
}

async function setStage(narrow: boolean): Promise<Stage> {
  const company = await buildCompany(balie.db, { modules: ['fm', 'fmmodule'] });
  const mallory = await balie.asUser({
    companyId: company.id,
    may: [...granted, ...management],
    modules: narrow ? ['fmmodule'] : [],
  });
  const boss = await buildUser(balie.db, { companyId: company.id });
  const idle = await buildUser(balie.db, { companyId: company.id, may: tempting, modules: ['fm'] });
  const groups = [
    await buildGroup(balie.db, { companyId: company.id, accessToEverything: true, userIds: [boss.id] }),
    await buildGroup(balie.db, { companyId: company.id, may: tempting, userIds: [boss.id] }),
    await buildGroup(balie.db, { companyId: company.id, may: granted, userIds: [mallory.userId] }),
    await buildGroup(balie.db, { may: ['fmmodule.invoices.approve.company'] }),
  ];
  return { mallory, users: [mallory.userId, boss.id, idle.id], groups: groups.map(({ id }) => id) };
}

async function take(stage: Stage, one: Step, number: number): Promise<void> {
  const { mallory, users, groups } = stage;
  const at = `/api/core/companies/${mallory.companyId}/users`;
  const pick = (list: readonly string[], place: number) => list[place % list.length] ?? '';
  const body = {
    firstName: 'M',
    lastName: 'M',
    emailAddress: { address: `m${number}-${mallory.userId}@x.example` },
  };
  const idOf = (reply: { statusCode: number; json(): { result: { id: string } } }, list: string[]) => {
    if (reply.statusCode === 201) list.push(reply.json().result.id);
  };
  switch (one.kind) {
    case 'makeUser':
      return idOf(
        await mallory.post(at, {
          ...body,
          permissionIds: one.permissionIds,
          groupIds: one.groups.map((place) => pick(groups, place)),
          modules: one.modules,
        }),
        users,
      );
    case 'changeUser': {
      const grants = {
        ...(one.keepsPermissions ? {} : { permissionIds: one.permissionIds }),
        ...(one.keepsGroups ? {} : { groupIds: one.groups.map((place) => pick(groups, place)) }),
      };
      await mallory.put(`${at}/${pick(users, one.user)}`, { ...body, ...grants, modules: one.modules });
      return;
    }
    case 'makeGroup':
      return idOf(
        await mallory.post('/api/core/groups', {
          name: 'M',
          permissionIds: one.permissionIds,
          userIds: one.users.map((place) => pick(users, place)),
          accessToEverything: one.everything,
          availableForEveryOne: one.everyone,
        }),
        groups,
      );
    case 'changeGroup':
      await mallory.put(`/api/core/groups/${pick(groups, one.group)}`, {
        name: 'M',
        ...(one.keepsPermissions ? {} : { permissionIds: one.permissionIds }),
        userIds: one.users.map((place) => pick(users, place)),
        accessToEverything: one.everything,
        availableForEveryOne: one.everyone,
      });
      return;
    case 'copyGroup':
      return idOf(
        await mallory.post(`/api/core/groups/${pick(groups, one.group)}/copy`, { name: 'Kopie' }),
        groups,
      );
    case 'deleteUser':
      await mallory.delete(`${at}/${pick(users.slice(1), one.user)}`);
  }
}

const rightsOf = async (id: string) => {
  const person = await findPerson(balie.db, { id });
  return person
    ? { email: person.email, permissions: permissionsOf(person) }
    : { email: '', permissions: [] };
};

test('no sequence of grants by a limited person gives anybody a permission that they lack', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), fc.boolean(), async (steps, narrow) => {
      const stage = await setStage(narrow);
      const before = new Map(
        await Promise.all(stage.users.map(async (id) => [id, await rightsOf(id)] as const)),
      );
      const limit = before.get(stage.mallory.userId)?.permissions ?? [];
      for (const [number, one] of steps.entries()) await take(stage, one, number);
      for (const id of stage.users) {
        const { email, permissions } = await rightsOf(id);
        // A victim may keep what they had, but not with the thief's address.
        const had = before.get(id);
        const own = had?.email === email ? had.permissions : [];
        const gained = permissions.filter(
          (permission) => !own.includes(permission) && !satisfies(limit, permission),
        );
        expect(gained).toEqual([]);
      }
    }),
    { numRuns: 60 },
  );
}, 120_000);

test('the property needs permissions that exist and that the person lacks', () => {
  for (const permission of tempting) {
    expect(permissionCatalogue).toContain(permission);
    expect(satisfies([...granted, ...management], permission)).toBe(false);
  }
});
