import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findPerson } from '#server/features/core/index.ts';
import { createSite } from '#server/features/identity/index.ts';
import { createDb, createPool, type Db } from '#server/platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/testing/database.ts';
import { CommandProblem } from './command.ts';
import { inviteUser } from './invite-user.ts';

const site = createSite('http', 'generic', 'localhost', 3000);
const anna = { email: ' Anna@Bedrijf.example', site, now: new Date('2026-11-21T13:05:00Z') };
const withNames = { ...anna, name: 'Anna van der Visser', company: 'Bedrijf B.V.' };
let database: TestDatabase;
let db: Db;

beforeEach(async () => {
  database = await createTestDatabase();
  db = createDb(createPool(database.app));
});
afterEach(async () => {
  await db.destroy();
  await database.drop();
});

describe('in an empty database', () => {
  test('the first user is made with the provider and everything, and gets a link', async () => {
    expect(await inviteUser(db, withNames)).toMatch(
      /^http:\/\/localhost:3000\/oidc\/account\/invitation\/[\w-]{43}\?lang=nl$/,
    );
    expect(await findPerson(db, { email: 'anna@bedrijf.example' })).toMatchObject({
      first_name: 'Anna',
      last_name: 'van der Visser',
      company_name: 'Bedrijf B.V.',
      is_provider: true,
      has_access_to_everything: true,
      company_modules: expect.arrayContaining(['comceptum', 'fmmodule']),
    });
  });

  test.each([
    ['no names', anna],
    ['one name', { ...withNames, name: 'Anna' }],
    ['no company', { ...withNames, company: ' ' }],
    ['no address', { ...withNames, email: 'anna' }],
  ])('%s is said, and nothing is made', async (_, asked) => {
    await expect(inviteUser(db, asked)).rejects.toThrow(CommandProblem);
    expect(await db.selectFrom('companies').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('modules').select('id').execute()).toEqual([]);
  });
});

describe('later', () => {
  test('somebody who is there gets another link, and nobody is made', async () => {
    const first = await inviteUser(db, withNames);
    expect(await inviteUser(db, anna)).not.toBe(first);
    await expect(inviteUser(db, { ...withNames, email: 'ander@bedrijf.example' })).rejects.toThrow(
      'There is no user ander@bedrijf.example',
    );
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(1);
  });

  test('who is switched off gets none', async () => {
    await inviteUser(db, withNames);
    await db.updateTable('users').set({ is_active: false }).execute();
    await expect(inviteUser(db, anna)).rejects.toThrow('switched off');
  });
});
