import type { z } from 'zod';
import { foldText } from '#contract/list-query/text.ts';
import type { audienceAnswer, audienceQuestion, ReleaseTreeCompany } from '#contract/releases/releases.ts';
import type { Context } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { listTargeted } from './audience.repository.ts';
import {
  recipientsOf,
  audienceOf,
  countReasons,
  countTargets,
  drafted,
  runsOfUsers,
} from './audience.rules.ts';
import {
  listCustomers,
  listReleaseKeys,
  listReported,
  listSeen,
  listUsers,
  type Reported,
} from './people.repository.ts';
import { seenSince } from './customer-releases.repository.ts';
import { findById } from './releases.repository.ts';

/** All active FM customers with their active users, both by name, and what runs there. */
export async function readTree({ db, scope, now }: Context): Promise<ReleaseTreeCompany[]> {
  if (scope.reach !== 'system') return [];
  const since = seenSince(now());
  const customers = await listCustomers(db);
  const [users, seen, reported, known] = await Promise.all([
    listUsers(
      db,
      customers.map(({ id }) => id),
    ),
    listSeen(db, since),
    listReported(db, since),
    listReleaseKeys(db),
  ]);
  const runsNow = (runs: Reported | undefined) => ({
    version: runs?.version ?? null,
    isKnown: runs === undefined || known.has(runs.releaseKey),
  });
  const runs = runsOfUsers(seen);
  const usersOf = Map.groupBy(users, ({ companyId }) => companyId);
  return customers.map(({ id, name }) => ({
    id,
    name,
    ...runsNow(reported.get(id)),
    users: (usersOf.get(id) ?? []).map((user) => ({
      id: user.id,
      fullName: user.name,
      ...runsNow(runs.get(user.id)),
    })),
  }));
}

/** What each recipient would be offered if the values of the form were saved. */
export async function previewAudience(
  ctx: Context,
  id: string,
  { at, reason, query = '', skip, top, ...draft }: z.output<typeof audienceQuestion>,
): Promise<z.output<typeof audienceAnswer>> {
  orNotFound(await findById(ctx.db, ctx.scope, id));
  const moment = at === undefined ? ctx.now() : new Date(at);
  const customers = await listCustomers(ctx.db);
  const customerIds = customers.map((customer) => customer.id);
  const [users, seen, stored, known] = await Promise.all([
    listUsers(ctx.db, customerIds),
    listSeen(ctx.db, seenSince(ctx.now())),
    listTargeted(ctx.db, id),
    listReleaseKeys(ctx.db),
  ]);
  const recipients = recipientsOf(customers, users, seen);
  const releases = stored.map((release) => (release.id === id ? drafted(release, draft) : release));
  const asked = orNotFound(releases.find((release) => release.id === id));
  const rows = audienceOf(id, { releases, known }, recipients, moment);
  const words = foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  const isSought = (row: (typeof rows)[number]) => {
    if (words.length === 0) return true;
    const text = foldText(`${row.name} ${row.companyName}`);
    return words.every((word) => text.includes(word));
  };
  const matches = rows.filter((row) => (reason === undefined || row.reason === reason) && isSought(row));
  return {
    result: matches.slice(skip, skip + top),
    metadata: {
      count: matches.length,
      reasons: countReasons(rows),
      ...countTargets(asked.targets, recipients, customerIds),
    },
  };
}
