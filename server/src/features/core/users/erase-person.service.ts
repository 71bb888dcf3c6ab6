import { sql } from 'kysely';
import { users } from '#contract/core/users.ts';
import { forgetPerson } from '#server/features/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { isId } from '#server/platform/db/ids.ts';
import { lockRow, rowExists } from '#server/platform/db/record.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import { listCompanies } from '../history/seals.repository.ts';
import { granterOf, hasAllOf } from '../rights/grants.service.ts';
import { endSessions, findPerson, findStanding, type Person } from '../rights/rights.repository.ts';
import { type PersonalTables, readPart, replaceNames, type Whose } from './personal-data.ts';
import { loadUser } from './users.service.ts';
import * as repository from './users.repository.ts';

/** Of a person, what tells where they worked. */
type Somebody = Pick<Person, 'id' | 'company_id' | 'is_provider'>;

/** All that is kept of a user, also of one who is or was in the trash, for who may change them (§A21). */
export async function personalDataOf(ctx: Context, tables: PersonalTables, id: string, companyId: string) {
  const purged = await findPurged(ctx.db, ctx, { id, companyId });
  if (purged) {
    await recordExport(ctx, id, companyId);
    return collect(ctx, tables, { id, companyId }, purged);
  }
  const user = orNotFound(await loadUser(ctx.db, ctx, companyId, id, repository.findEvenInTrash));
  await recordExport(ctx, id, companyId);
  const person = orNotFound(await findPerson(ctx.db, { id, isEvenInTrash: true }));
  return collect(ctx, tables, user, person);
}

/** All that is kept of who asks. */
export async function ownPersonalData(ctx: Context, tables: PersonalTables) {
  const { userId: id, companyId } = ctx.caller;
  const person = orNotFound(await findPerson(ctx.db, { id }));
  await recordExport(ctx, id, companyId);
  const { first_name: firstName, last_name: lastName, email, language } = person;
  return collect(ctx, tables, { id, companyId, firstName, lastName, email, language }, person);
}

// Who took along what is kept of somebody is in the history, before anything goes out.
function recordExport(ctx: Context, id: string, companyId: string): Promise<void> {
  const change = { entity: users.permission, entityId: id, companyId, verb: 'export' };
  return ctx.transaction((tx) => recordChange(tx, ctx, change));
}

// What a company's people do stands under it; staff work in the companies of all customers.
function whoseOf({ id, company_id: companyId, is_provider: isProvider }: Somebody): Whose {
  return { userId: id, companyId: isProvider ? null : companyId };
}

async function collect({ db, now }: Context, tables: PersonalTables, user: object, person: Somebody) {
  const parts: Record<string, Record<string, unknown>[]> = {
    groups: await repository.listGroupNames(db, person.id),
  };
  for (const rows of tables.rows) parts[rows.part] = await readPart(db, whoseOf(person), tables, rows);
  return { madeAt: now().toISOString(), user: { ...user }, parts };
}

/**
 * Erases what can be read of somebody who is switched off, in the trash or purged from it: their name, addresses, devices
 * and sign-ins. Records keep the id, and the history its seals (decision 0140). It cannot be undone.
 */
export async function erasePerson(
  ctx: Context,
  tables: PersonalTables,
  id: string,
  companyId: string,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const purged = await findPurged(tx, ctx, { id, companyId });
    const person = purged ?? (await findErasable(tx, ctx, { id, companyId }));
    // A line that is sealed while it is erased would not fit its seal.
    for (const sealed of person.is_provider ? await listCompanies(tx) : [companyId])
      await lockByKey(tx, advisoryLocks.historySeals(sealed));
    const isFirst = purged
      ? !(await repository.hasHistory(tx, { id, companyId }, 'erase'))
      : await repository.markErased(tx, id, ctx.now());
    if (!isFirst) throw problem.of('wrong-state', { sentence: 'person-erased' });
    await sql`select erase_from_history(${id}::uuid)`.execute(tx);
    const name = erasedName(id);
    await replaceNames(tx, whoseOf(person), tables, name);
    await repository.replacePerson(tx, { id, companyId }, name);
    await forgetPerson(tx, { id, companyId });
    if (!purged) await endSessions(tx, id);
    await recordChange(tx, ctx, { entity: users.permission, entityId: id, companyId, verb: 'erase' });
    await tellOthers(tx, ctx, { id, companyId });
    await ctx.events.publish(tx, { resource: users.path, companyId, id });
  });
}

interface UserKey {
  readonly id: string;
  readonly companyId: string;
}

async function findErasable(tx: Tx, ctx: Context, { id, companyId }: UserKey): Promise<Somebody> {
  await lockRow(tx, 'users', { companyId, id });
  const user = orNotFound(await loadUser(tx, ctx, companyId, id, repository.findEvenInTrash));
  const isInTrash = !(await rowExists(tx, 'users', { companyId, id }));
  if (user.active && !isInTrash) throw problem.of('wrong-state', { sentence: 'person-active' });
  const person = orNotFound(await findPerson(tx, { id, isEvenInTrash: true }));
  // As whoever takes an account takes all of its rights (§A4).
  if (!hasAllOf(await granterOf(tx, ctx), person)) throw problem.forbidden();
  return person;
}

// Somebody of whom only the history of their company is left.
async function findPurged(db: Db, ctx: Context, { id, companyId }: UserKey): Promise<Somebody | null> {
  const company = await findStanding(db, ctx.scope, companyId);
  if (!company || !isId(id) || (await repository.hasRow(db, id))) return null;
  const wasHere = await repository.hasHistory(db, { id, companyId });
  return wasHere ? { id, company_id: companyId, is_provider: company.isProvider } : null;
}

/** What an erased person is called: by the end of their id, so that two are told apart. */
export function erasedName(id: string): string {
  return `Gewist persoon ${id.slice(-8)}`;
}

// What other resources keep of a name, such as for searching.
async function tellOthers(
  tx: Tx,
  ctx: Context,
  record: { readonly id: string; readonly companyId: string },
): Promise<void> {
  for (const { fields, run } of ctx.links.changed.get(users.path) ?? [])
    if (fields.some((field) => field === 'firstName' || field === 'lastName')) await run(tx, ctx, record);
}
