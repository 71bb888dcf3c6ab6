import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { lockEverything, somebodyHasEverything } from './grants.repository.ts';
import { type Granter, mayGive } from './grants.rules.ts';
import { findPerson, type Person } from './rights.repository.ts';
import { permissionsOf } from './rights.service.ts';

/** The caller as a granter, with their permissions as stored now. */
export async function granterOf(db: Db, ctx: Pick<Context, 'caller'>): Promise<Granter> {
  const person = orNotFound(await findPerson(db, { id: ctx.caller.userId }));
  return {
    companyId: person.company_id,
    permissions: permissionsOf(person),
    isProvider: person.is_provider,
    hasEverything: hasEverything(person),
  };
}

/** Whether a granter has every permission of a person, so that they may act for them (§A4). */
export function hasAllOf(granter: Granter, person: Person): boolean {
  if (hasEverything(person) && !granter.hasEverything) return false;
  return permissionsOf(person).every((permission) => mayGive(granter, permission, person.company_id));
}

// Access to everything that the user's own modules do not narrow: only that can be passed on.
function hasEverything(person: Person): boolean {
  return person.has_access_to_everything && (person.is_provider || person.modules.length === 0);
}

/** Does something that may take rights away; refused when nobody of the provider would be left with everything (§A4). */
export async function keepingEverything<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await lockEverything(tx);
  const had = await somebodyHasEverything(tx);
  const result = await work();
  if (had && !(await somebodyHasEverything(tx)))
    throw problem.of('wrong-state', { sentence: 'last-with-everything' });
  return result;
}
