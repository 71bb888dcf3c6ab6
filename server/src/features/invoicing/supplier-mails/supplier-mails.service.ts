import type { z } from 'zod';
import { undoSeconds } from '#contract/invoicing/invoices.ts';
import type { supplierMailCommand, supplierMails } from '#contract/invoicing/supplier-mail.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { companyOf } from '../invoices/invoices.repository.ts';
import { languageOfCountry, supplierLetter } from './supplier-letter.ts';
import { supplierMailJob } from './supplier-mail.job.ts';
import * as repository from './supplier-mails.repository.ts';

/** What a rejection would mail to the supplier, and what was mailed before (§C27). */
export async function findSupplierMails(ctx: Context, id: string): Promise<z.output<typeof supplierMails>> {
  const companyId = orNotFound(await companyOf(ctx.db, ctx.scope, id));
  const [about, mails] = await Promise.all([
    repository.findAbout(ctx.db, companyId, id),
    repository.listOf(ctx.db, companyId, id),
  ]);
  const { country, email, ...values } = orNotFound(about);
  const letter = (language: 'nl' | 'en') =>
    supplierLetter(language, { ...values, by: ctx.caller.name, reason: '{{reason}}' });
  return {
    proposal:
      ctx.mail === null || ctx.caller.program
        ? null
        : {
            to: email,
            language: languageOfCountry(country),
            letters: { nl: letter('nl'), en: letter('en') },
          },
    mails,
  };
}

/** Refuses a mail that this caller cannot ask for. */
export function assertMayMail({ caller, mail }: Pick<Context, 'caller' | 'mail'>): void {
  // A person answers for what leaves in the company's name.
  if (caller.program) throw problem.forbidden();
  if (mail === null) throw problem.of('wrong-state', { sentence: 'mail-not-set-up' });
}

/** Asks for the mail in the transaction of the rejection; it goes out once that cannot be undone any more. */
export async function askSupplierMail(
  tx: Tx,
  ctx: Context,
  { companyId, id: invoiceId }: { readonly companyId: string; readonly id: string },
  { to, language, reason }: z.output<typeof supplierMailCommand> & { readonly reason: string },
): Promise<void> {
  const about = orNotFound(await repository.findAbout(tx, companyId, invoiceId));
  const at = ctx.now();
  const { userId, name, email } = ctx.caller;
  const id = newId(at.getTime());
  const letter = supplierLetter(language, { ...about, by: name, reason });
  await repository.insert(tx, {
    ...letter,
    companyId,
    id,
    invoiceId,
    to,
    language,
    by: { userId, name, email },
    at,
  });
  await ctx.jobs.send(tx, supplierMailJob, { companyId, mailId: id }, { afterSeconds: undoSeconds + 5 });
}
