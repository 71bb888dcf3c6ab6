import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildCompany, buildUser } from '#server/features/core/testing/factories.ts';
import { buildClient, buildRelease, releaseStaff } from '../testing/releases.ts';

let balie: TestApp;
let staff: TestClient;
let people: { userId: string; companyId: string; client: Awaited<ReturnType<typeof buildClient>> }[] = [];
let releaseIds: string[] = [];
const now = new Date('2026-11-21T13:05:00Z');
const versions = ['5.1', '5.2', '5.10'];
const installed = ['5.0', '5.1', '5.2.0', '6.0'];

beforeAll(async () => {
  balie = await testApp({ now: () => now });
  staff = await releaseStaff(balie);
  for (const size of [1, 3, 4]) {
    const { id: companyId } = await buildCompany(balie.db, { modules: ['fmmodule'] });
    const client = await buildClient(balie, staff, companyId);
    for (let at = 0; at < size; at += 1)
      people.push({ companyId, client, userId: (await buildUser(balie.db, { companyId })).id });
  }
  releaseIds = [];
  for (const version of versions) releaseIds.push((await buildRelease(balie, staff, version)).id);
});
afterAll(() => balie.close());

interface Row {
  userId: string | null;
  name: string;
  companyId: string;
  reason: string;
  offer: { id: string; forceUpdate: boolean } | null;
}

const percent = fc.constantFrom(0, 10, 30, 50, 80, 100);
const targets = () =>
  fc.record({
    active: fc.boolean(),
    forceUpdate: fc.boolean(),
    availableForEveryOne: fc.boolean(),
    rolloutPercentage: percent,
    availableFrom: fc.constantFrom(null, '2026-11-21T13:05:00Z', '2026-11-21T13:05:01Z'),
    companies: fc.subarray([0, 4, 7]),
    users: fc.subarray([0, 1, 2, 3, 4, 5, 6, 7]),
  });

const at = (index: number) => {
  const person = people[index];
  if (!person) throw new Error('nobody');
  return person;
};

test('clients are offered what the preview shows, and the counts of the list agree', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(targets(), targets(), targets()),
      fc.array(fc.constantFrom(null, ...installed), { minLength: 8, maxLength: 8 }),
      fc.nat({ max: 2 }),
      async (drafts, runs, asked) => {
        await balie.db.deleteFrom('installations').execute();
        // Each runs something, and one in each company gives no name.
        for (const [index, version] of runs.entries())
          if (version) await at(index).client.asks(version, { user: at(index).userId });
        for (const index of [0, 4]) await at(index).client.asks('5.0', { installation: 'Balie' });
        await balie.db.deleteFrom('release_offers').execute();
        const bodies = drafts.map(({ companies, users, ...draft }) => ({
          ...draft,
          assignedCompanyIds: companies.map((index) => at(index).companyId),
          assignedUserIds: users.map((index) => at(index).userId),
        }));
        const id = releaseIds[asked] ?? '';
        for (const [index, body] of bodies.entries())
          if (index !== asked) await staff.put(`/api/fm/releases/${releaseIds[index]}`, body);
        // As the form has it, before it is saved.
        const preview = (
          await staff.post(`/api/fm/releases/${id}/audience`, { ...bodies[asked], top: 250 })
        ).json();
        const saved = (await staff.put(`/api/fm/releases/${id}`, { ...bodies[asked] })).json().result;
        expect(preview.metadata).toMatchObject({
          assignedUsers: saved.assignedUsers,
          assignedCompanies: saved.assignedCompanies,
        });
        const rows: Row[] = preview.result;
        expect(rows.length).toBe(people.length + 2);
        for (const row of rows) {
          const index = people.findIndex((person) =>
            row.userId === null ? person.companyId === row.companyId : person.userId === row.userId,
          );
          const who = row.userId === null ? { installation: row.name } : { user: row.userId };
          const version = row.userId === null ? '5.0' : (runs[index] ?? '0');
          const reply = await at(index).client.asks(version, who);
          const answer = reply.statusCode === 204 ? null : reply.json().result;
          expect(answer && { id: answer.id, forceUpdate: answer.forceUpdate }).toEqual(
            row.offer && { id: row.offer.id, forceUpdate: row.offer.forceUpdate },
          );
          expect(row.reason === 'gets-it').toBe(answer?.id === id);
        }
      },
    ),
    { numRuns: 12, seed: 7 },
  );
}, 240_000);
