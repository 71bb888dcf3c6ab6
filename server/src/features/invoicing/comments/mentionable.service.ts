import type { z } from 'zod';
import type { mentionable } from '#contract/invoicing/approval-work.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { satisfies } from '#contract/permissions.ts';
import { findPerson, type Person, permissionsOf } from '#server/features/core/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { listUserIds } from '../approvals/approvals.repository.ts';
import { mentionedIn } from './entries.repository.ts';
import { findById } from '../invoices/invoices.repository.ts';

/** Whose an invoice is, for who may see it. */
interface Place {
  readonly companyId: string;
  readonly administrationId: string | null;
}

/** The people of an invoice's company who may see it: by right, and by the administrations they are narrowed to. */
export async function listMentionable(
  ctx: Context,
  invoiceId: string,
): Promise<z.output<typeof mentionable>[]> {
  const invoice = orNotFound(await findById(ctx.db, ctx.scope, invoiceId));
  const ids = await listUserIds(ctx.db, ctx.scope, invoice.companyId);
  const people = await readersAmong(ctx.db, invoice, ids);
  return people.map(({ id, first_name, last_name }) => ({
    id,
    fullName: `${first_name} ${last_name}`.trim(),
  }));
}

/** Whom words about an invoice mention, of those who may see it. */
export async function readersMentioned(
  tx: Tx,
  { scope }: Pick<Context, 'scope'>,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  text: string,
): Promise<string[]> {
  const ids = await mentionedIn(tx, companyId, text);
  if (ids.length === 0) return [];
  const invoice = orNotFound(await findById(tx, scope, id));
  return (await readersAmong(tx, invoice, ids)).map((person) => person.id);
}

/** Those of these people who may see an invoice; an inspector sees the archive only. */
async function readersAmong(
  db: Db,
  { companyId, administrationId }: Place,
  ids: readonly string[],
): Promise<Person[]> {
  const people = await Promise.all(ids.map((id) => findPerson(db, { id })));
  return people.filter(
    (person): person is Person =>
      person?.is_active === true &&
      person.company_id === companyId &&
      person.inspector === null &&
      satisfies(permissionsOf(person), `${invoices.permission}.read`) &&
      (person.administrations.length === 0 ||
        (administrationId !== null && person.administrations.includes(administrationId))),
  );
}
