import { users } from '#contract/core/users.ts';
import type { Db } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { LiveEvents } from '#server/platform/jobs/live-events.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import { listGroupsOfUser } from '../rights/grants.repository.ts';
import { changeLinks, changeOf } from '../rights/links.repository.ts';
import { findPerson } from '../rights/rights.repository.ts';
import { hasAdministrator } from '../scim/scim.repository.ts';
import { listGroupValues } from './identity-provider.repository.ts';

interface Parts {
  readonly db: Db;
  readonly events: Pick<LiveEvents, 'publish'> | undefined;
  readonly now: () => Date;
}

/**
 * Makes a user a member of the groups that these values of their company's directory stand for, and takes them out of the
 * others that its values stand for (§A20). Groups that no value stands for stay as they are, and so do all where the
 * company would be left without anybody who may change its users.
 */
export async function followDirectoryGroups(
  { db, events, now }: Parts,
  userId: string,
  values: readonly string[],
): Promise<void> {
  const person = await findPerson(db, { id: userId });
  if (!person || person.is_provider || person.inspector) return;
  const companyId = person.company_id;
  await inTransaction(db, async (tx) => {
    await lockByKey(tx, advisoryLocks.scim(companyId));
    const known = await listGroupValues(tx, companyId);
    const names = new Map(known.map(({ groupId, groupName }) => [groupId, groupName]));
    const had = (await listGroupsOfUser(tx, { id: userId, companyId }))
      .filter(({ id, isMember }) => isMember && names.has(id))
      .map(({ id }) => id);
    const has = [
      ...new Set(known.filter(({ value }) => values.includes(value)).map(({ groupId }) => groupId)),
    ];
    const { added, removed } = changeOf(had, has);
    if (added.length + removed.length === 0) return;
    const led = await hasAdministrator(tx, companyId);
    const change = (before: readonly string[], after: readonly string[]) =>
      changeLinks(tx, 'group_users', ['user_id', userId], 'group_id', before, after);
    await change(had, has);
    if (led && !(await hasAdministrator(tx, companyId))) return change(has, had);
    const namesOf = (ids: readonly string[]) => ({ groupIds: ids.map((id) => names.get(id) ?? id) });
    await recordChange(
      tx,
      { caller: { userId: null, name: 'Directory' }, now },
      {
        entity: users.permission,
        entityId: userId,
        companyId,
        verb: 'update',
        before: namesOf(had),
        after: namesOf(has),
      },
    );
    await events?.publish(tx, { resource: users.path, companyId, id: userId });
  });
}
