import type { Language } from '#contract/problem.ts';
import { fill } from '#contract/texts.ts';
import { findPerson } from '#server/features/core/index.ts';
import { brandUrl, mailFrame, type SiteOptions } from '#server/features/identity/index.ts';
import type { Context, Services } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import en from '../locales/mail.en.json' with { type: 'json' };
import nl from '../locales/mail.nl.json' with { type: 'json' };

interface Mention {
  readonly companyId: string;
  readonly invoiceId: string;
  readonly documentId: string;
  readonly userId: string;
  readonly by: string;
}

/** The mail to somebody whom a comment mentions. It has no words of the comment: who may not read it any more sees none. */
export const mentionMailJob = defineJob<Mention>('invoicing-mention', { retries: 2, expireSeconds: 60 });

const texts: Readonly<Record<Language, typeof nl>> = { nl, en };

/** Queues the mails of a comment in its transaction; nobody is mailed about their own words. */
export async function queueMentions(
  tx: Tx,
  ctx: Pick<Context, 'jobs' | 'mail' | 'caller'>,
  invoice: { readonly companyId: string; readonly id: string },
  userIds: readonly string[],
): Promise<void> {
  if (ctx.mail === null) return;
  const { companyId, id: invoiceId } = invoice;
  const others = userIds.filter((userId) => userId !== ctx.caller.userId);
  if (others.length === 0) return;
  const { document_number: documentId } = await tx
    .selectFrom('invoices')
    .where('company_id', '=', companyId)
    .where('id', '=', invoiceId)
    .select('document_number')
    .executeTakeFirstOrThrow();
  for (const userId of others)
    await ctx.jobs.send(tx, mentionMailJob, {
      companyId,
      invoiceId,
      documentId,
      userId,
      by: ctx.caller.name,
    });
}

/** Sends one mail, if the person may still sign in. */
export async function sendMention(
  { db, mail }: Pick<Services, 'db' | 'mail'>,
  sites: SiteOptions,
  { invoiceId, documentId, userId, by }: Mention,
): Promise<void> {
  const person = await findPerson(db, { id: userId });
  if (mail === null || !person?.is_active) return;
  const language = person.language ?? 'nl';
  const t = texts[language].mention;
  const values = { name: `${person.first_name} ${person.last_name}`.trim(), by, document: documentId };
  const [subject, hello, what] = [fill(t.subject, values), fill(t.hello, values), fill(t.what, values)];
  const url = brandUrl(sites, 'fm', `/fmmodule/invoices?open=${invoiceId}`);
  await mail.send({
    to: person.email,
    fromName: person.company_name,
    isAutomatic: true,
    subject,
    text: `${[hello, what, ...(url === null ? [] : [`${t.button}: ${url}`]), t.footer].join('\n\n')}\n`,
    html: mailFrame({
      language,
      variant: 'fm',
      subject,
      brand: 'FM',
      paragraphs: [hello, what],
      button: url === null ? null : { url, text: t.button },
      after: '',
      footer: t.footer,
    }),
  });
}
