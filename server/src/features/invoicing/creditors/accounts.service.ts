import type { z } from 'zod';
import {
  bankAccounts,
  type blockAccountCommand,
  type confirmAccountCommand,
} from '#contract/invoicing/bank-accounts.ts';
import type { Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { assertVersion, lockRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { listHolders } from '../approvals/approvals.service.ts';
import { checkAll } from '../warnings/check-warnings.ts';
import { listNaming } from '../warnings/facts.repository.ts';
import { closeForAccount } from '../warnings/warnings.repository.ts';
import * as repository from './accounts.repository.ts';

type Account = Rec<typeof bankAccounts>;

const confirming = `${bankAccounts.permission}.confirm`;

export const accountsService: ResourceService<typeof bankAccounts> = {
  list: (ctx, query) => repository.list(ctx.db, ctx.scope, query),
  find: (ctx, id) => find(ctx, ctx.db, id),
};

async function find(ctx: Context, db: Db, id: string): Promise<Account | null> {
  const found = await repository.findById(db, ctx.scope, id);
  if (!found) return null;
  const involved = await repository.listInvolved(db, found);
  const reader = ctx.reach(confirming);
  const isWithin =
    reader !== null && (reader.scope.reach === 'system' || reader.scope.companyId === found.companyId);
  return {
    ...found,
    mayConfirm: isWithin && !involved.includes(ctx.caller.userId),
    confirmers: await namesOf(ctx, found, involved),
  };
}

/** Who may confirm an account of a company and is not involved in what names it, by name. */
export async function listConfirmers(
  ctx: Context,
  db: Db,
  account: Parameters<typeof repository.listInvolved>[1],
): Promise<string[]> {
  return namesOf(ctx, account, await repository.listInvolved(db, account));
}

async function namesOf(
  ctx: Context,
  { companyId }: Pick<Account, 'companyId'>,
  involved: readonly string[],
): Promise<string[]> {
  const people = await listHolders(ctx, companyId, confirming);
  return people.filter(({ id }) => !involved.includes(id)).map(({ fullName }) => fullName);
}

/**
 * Confirms an account: a person says how it was checked, and with whom. Not one who uploaded, validated or booked what
 * names it. Closes the stop on all its invoices (§C14).
 */
export async function confirmAccount(
  ctx: Context,
  id: string,
  { method, note, rowVersion }: z.output<typeof confirmAccountCommand>,
): Promise<Account> {
  return changeState(ctx, id, rowVersion, {
    change: { state: 'confirmed', method, reason: note },
    async before(tx, account) {
      const involved = await repository.listInvolved(tx, account);
      if (!involved.includes(ctx.caller.userId)) return;
      const names = await namesOf(ctx, account, involved);
      throw problem.of('four-eyes', {
        sentence: names.length === 0 ? 'account-nobody-confirms' : 'account-confirmed-by-others',
        values: { who: names.join(', ') },
      });
    },
    async after(tx, account) {
      const by = { userId: ctx.caller.userId, name: ctx.caller.name, at: ctx.now(), reason: note };
      await closeForAccount(tx, account, by);
    },
  });
}

/** Blocks an account: stops all invoices that name it (§C14). */
export async function blockAccount(
  ctx: Context,
  id: string,
  { reason, rowVersion }: z.output<typeof blockAccountCommand>,
): Promise<Account> {
  return changeState(ctx, id, rowVersion, { change: { state: 'blocked', reason } });
}

interface StateChange {
  readonly change: repository.AccountChange;
  readonly before?: (tx: Tx, account: repository.StoredAccount) => Promise<void>;
  readonly after?: (tx: Tx, account: repository.StoredAccount) => Promise<void>;
}

async function changeState(
  ctx: Context,
  id: string,
  rowVersion: number | undefined,
  { change, before, after }: StateChange,
): Promise<Account> {
  return ctx.transaction(async (tx) => {
    const { companyId } = orNotFound(await repository.findById(tx, ctx.scope, id));
    await lockRow(tx, 'creditor_accounts', { companyId, id });
    const account = orNotFound(await repository.findById(tx, ctx.scope, id));
    assertVersion(account, rowVersion);
    await before?.(tx, account);
    await repository.change(tx, ctx, account, change);
    await after?.(tx, account);
    await recordChange(tx, ctx, {
      entity: bankAccounts.permission,
      entityId: id,
      companyId,
      verb: change.state === 'confirmed' ? 'confirm' : 'block',
      before: { state: account.state },
      after: { state: change.state, method: change.method, reason: change.reason },
    });
    await checkAll(tx, ctx, companyId, await listNaming(tx, companyId, [account.iban]));
    await ctx.events.publish(tx, { resource: bankAccounts.path, companyId, id });
    return orNotFound(await find(ctx, tx, id));
  });
}
