import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { administrations } from '#contract/core/administrations.ts';
import { intakeSettings, intakeSettingsWrite } from '#contract/documents/intake-log.ts';
import { sentence } from '#contract/problem-texts.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { recordChange } from '#server/platform/db/history.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';

const url = '/api/core/companies/:companyId/administrations/:id/intake';
const params = z.object({ companyId: z.string(), id: z.string() });
const answer = z.object({ result: intakeSettings });
const tags = [administrations.path];

/** How mail to an administration is answered, and how reading its mailbox went last. */
export function mailboxRoutes(app: FastifyInstance, services: Services): void {
  const read = `${administrations.permission}.read`;
  app.get(
    url,
    { config: { permission: read }, schema: { tags, response: { 200: answer } } },
    async (request) => {
      const ctx = contextOf(services, request, read);
      return { result: shown(ctx, orNotFound(await find(ctx.db, ctx, request))) };
    },
  );
  const permission = `${administrations.permission}.update`;
  app.put(
    url,
    { config: { permission }, schema: { tags, body: intakeSettingsWrite, response: { 200: answer } } },
    async (request) => {
      const ctx = contextOf(services, request, permission);
      return { result: await save(ctx, request, parseInput(intakeSettingsWrite, request.body)) };
    },
  );
}

async function save(ctx: Context, request: FastifyRequest, body: z.output<typeof intakeSettingsWrite>) {
  const { companyId, id } = params.parse(request.params);
  return ctx.transaction(async (tx) => {
    const before = orNotFound(await find(tx, ctx, request));
    const senders = [...new Set(body.senders)];
    await sql`
      insert into intake_mailboxes (company_id, administration_id, sends_receipts, senders)
      values (${companyId}::uuid, ${id}::uuid, ${body.sendsReceipts}, ${senders}::text[])
      on conflict (company_id, administration_id) do update
        set sends_receipts = excluded.sends_receipts, senders = excluded.senders`.execute(tx);
    await recordChange(tx, ctx, {
      entity: administrations.permission,
      entityId: id,
      companyId,
      verb: 'update',
      before: { sendsReceipts: before.sendsReceipts, senders: before.senders },
      after: { sendsReceipts: body.sendsReceipts, senders },
    });
    return shown(ctx, orNotFound(await find(tx, ctx, request)));
  });
}

async function find(db: Db, ctx: Context, request: FastifyRequest) {
  const { companyId, id } = params.parse(request.params);
  if (!isId(companyId) || !isId(id)) return undefined;
  return db
    .selectFrom('administrations as a')
    .leftJoin('intake_mailboxes as m', (join) =>
      join.onRef('m.company_id', '=', 'a.company_id').onRef('m.administration_id', '=', 'a.id'),
    )
    .where('a.company_id', '=', companyId)
    .where('a.id', '=', id)
    .where('a.deleted_at', 'is', null)
    .where(within(ctx.scope, 'a.company_id'))
    .select([
      sql<boolean>`coalesce(m.sends_receipts, false)`.as('sendsReceipts'),
      sql<string[]>`coalesce(m.senders, '{}')`.as('senders'),
      'm.last_read_at as lastReadAt',
      sql<string>`coalesce(m.last_verdict, '')`.as('lastVerdict'),
      'a.mail_mailbox as mailbox',
      'a.mail_hostname as host',
    ])
    .executeTakeFirst();
}

function shown(
  ctx: Context,
  { mailbox, host, ...found }: NonNullable<Awaited<ReturnType<typeof find>>>,
): z.output<typeof intakeSettings> {
  const lastMessage =
    found.lastVerdict === ''
      ? ''
      : sentence(ctx.language, `mailbox-${found.lastVerdict}`, {
          mailbox: mailbox || 'INBOX',
          host: host || ctx.mailboxes.defaultHost,
        });
  return { ...found, lastMessage };
}
