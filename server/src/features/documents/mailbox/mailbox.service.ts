import type { z } from 'zod';
import { administrations } from '#contract/core/administrations.ts';
import type { intakeSettings, intakeSettingsWrite } from '#contract/documents/intake-log.ts';
import { sentence } from '#contract/problem-texts.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import * as repository from './mailbox.repository.ts';

type Settings = z.output<typeof intakeSettings>;

export async function findIntakeSettings(
  ctx: Context,
  key: repository.MailboxKey,
  db: Db = ctx.db,
): Promise<Settings> {
  const { mailbox, host, ...found } = orNotFound(await repository.findSettings(db, ctx.scope, key));
  const values = { mailbox: mailbox || 'INBOX', host: host || ctx.mailboxes.defaultHost };
  const { lastVerdict } = found;
  return {
    ...found,
    lastMessage: lastVerdict === '' ? '' : sentence(ctx.language, `mailbox-${lastVerdict}`, values),
  };
}

export async function saveIntakeSettings(
  ctx: Context,
  key: repository.MailboxKey,
  { sendsReceipts, senders }: z.output<typeof intakeSettingsWrite>,
): Promise<Settings> {
  return ctx.transaction(async (tx) => {
    const before = await findIntakeSettings(ctx, key, tx);
    const after = { sendsReceipts, senders: [...new Set(senders)] };
    await repository.saveSettings(tx, key, after);
    await recordChange(tx, ctx, {
      entity: administrations.permission,
      entityId: key.administrationId,
      companyId: key.companyId,
      verb: 'update',
      before: { sendsReceipts: before.sendsReceipts, senders: before.senders },
      after,
    });
    return findIntakeSettings(ctx, key, tx);
  });
}
