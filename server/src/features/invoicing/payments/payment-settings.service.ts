import type { z } from 'zod';
import { type confirmPayingAccountCommand, paymentSettings } from '#contract/invoicing/payments.ts';
import type { Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { assertVersion } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import * as repository from './payment-settings.repository.ts';

type Settings = Rec<typeof paymentSettings>;

const confirming = `${paymentSettings.permission}.confirm`;
const audit = auditOf<Settings>(paymentSettings, { hidden: ['mayConfirm'] });

/** One an administration, with the administration's id; without stored ones it does not pay from here. */
export const paymentSettingsService: ResourceService<typeof paymentSettings> = {
  list: (ctx, query) => repository.list(ctx.db, ctx.scope, query),
  find: (ctx, id) => find(ctx, ctx.db, id),
  update,
};

async function find(ctx: Context, db: Db, id: string): Promise<Settings | null> {
  const found = await repository.findById(db, ctx.scope, id);
  if (!found) return null;
  const setter = await repository.setterOf(db, { companyId: found.companyId, administrationId: id });
  const isOther = setter !== undefined && setter !== ctx.caller.userId;
  return { ...found, mayConfirm: !found.isConfirmed && isOther && ctx.reach(confirming) !== null };
}

/** Changes from which account an administration pays; another account waits for a second person. */
function update(
  ctx: Context,
  id: string,
  { rowVersion, packagePaysToo, ...body }: UpdateBody<typeof paymentSettings>,
): Promise<Settings> {
  return change(ctx, id, rowVersion, 'update', async (tx, before) => {
    if (body.isOn && !before.isOn) {
      if (packagePaysToo === undefined) throw problem.validation({ package_pays_too: ['required'] });
      // Paid here and by the package, a creditor would be paid twice.
      if (packagePaysToo) throw problem.of('wrong-state', { sentence: 'payment-package-pays' });
    }
    const staysConfirmed =
      body.iban === before.iban && body.holder === before.holder && body.bic === before.bic;
    await repository.write(tx, keyOf(ctx, before), { ...body, staysConfirmed });
  });
}

/** Says that the account is right; who set it cannot. */
export function confirmPayingAccount(
  ctx: Context,
  id: string,
  { rowVersion }: z.output<typeof confirmPayingAccountCommand>,
): Promise<Settings> {
  return change(ctx, id, rowVersion, 'confirm', async (tx, before) => {
    if (before.iban === '' || before.isConfirmed)
      throw problem.of('wrong-state', { sentence: 'payment-nothing-to-confirm' });
    if (!before.mayConfirm) throw problem.of('four-eyes', { sentence: 'payment-confirmed-by-other' });
    await repository.confirm(tx, keyOf(ctx, before));
  });
}

function change(
  ctx: Context,
  id: string,
  rowVersion: number | undefined,
  verb: string,
  write: (tx: Tx, before: Settings) => Promise<void>,
): Promise<Settings> {
  return ctx.transaction(async (tx) => {
    // There may be no row to lock yet.
    await lockByKey(tx, advisoryLocks.paymentSettings(id));
    const before = orNotFound(await find(ctx, tx, id));
    assertVersion(before, rowVersion);
    await write(tx, before);
    return audit(tx, ctx, { before, after: orNotFound(await find(ctx, tx, id)), verb });
  });
}

const keyOf = ({ caller, now }: Context, { id, companyId }: Settings): repository.SettingsKey => ({
  companyId,
  administrationId: id,
  by: { userId: caller.userId, name: caller.name },
  at: now(),
});
