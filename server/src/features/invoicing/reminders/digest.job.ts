import { dayOfInstant, amsterdamClock, formatDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import type { Language } from '#contract/problem.ts';
import { fill } from '#contract/texts.ts';
import { isWorkingDay } from '#contract/working-days.ts';
import { findPerson } from '#server/features/core/index.ts';
import { brandUrl, mailFrame, type SiteOptions } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { mayApprove } from '../flows/assign-flow.ts';
import { type ApprovalSettings, listSettings } from '../settings/settings.repository.ts';
import { workingDaysBetween } from '../workload/workload.rules.ts';
import en from '../locales/mail.en.json' with { type: 'json' };
import nl from '../locales/mail.nl.json' with { type: 'json' };
import { escalate } from './escalate.service.ts';
import { listWaitedFor, listWaiting, type WaitingInvoice } from './reminders.repository.ts';

/** Every hour: turns go on to others, and companies whose hour it is get their mails. */
export const approvalHourJob = defineJob<object>('invoicing-approval-hour', {
  retries: 2,
  expireSeconds: 900,
  cron: '0 * * * *',
});

interface Digest {
  readonly companyId: string;
  readonly userId: string;
}

/** The mail of a day to one person. */
export const digestJob = defineJob<Digest>('invoicing-digest', { retries: 2, expireSeconds: 60 });

const texts: Readonly<Record<Language, typeof nl>> = { nl, en };
/** Invoices that a mail names one by one. */
const maxNamed = 10;

/** Whether a company gets its mails now: at its hour in Amsterdam, on working days (§C13). */
export function isDigestHour({ digestHour }: Pick<ApprovalSettings, 'digestHour'>, now: Date): boolean {
  const hour = Number(amsterdamClock(now).time.slice(0, 2));
  return digestHour === hour && isWorkingDay(dayOfInstant(now));
}

export async function runApprovalHour(
  services: Pick<Services, 'db' | 'now' | 'events' | 'jobs' | 'mail' | 'log'>,
): Promise<void> {
  const { db, now, jobs, mail, log } = services;
  for (const company of await listSettings(db)) {
    const { companyId } = company;
    // One company must not keep the others waiting.
    await escalate(services, company).catch((err: unknown) => log.error({ err, companyId }, 'escalation'));
    if (mail === null || !isDigestHour(company, now())) continue;
    const people = await listWaitedFor(db, companyId);
    await inTransaction(db, async (tx) => {
      for (const userId of people)
        await jobs.send(tx, digestJob, { companyId, userId }, { key: `${userId} ${dayOfInstant(now())}` });
    });
  }
}

/** Sends one mail of what waits, if anything does and the person may still decide. */
export async function sendDigest(
  { db, mail, now }: Pick<Services, 'db' | 'mail' | 'now'>,
  sites: SiteOptions,
  { companyId, userId }: Digest,
): Promise<void> {
  const waiting = await listWaiting(db, { companyId, userId });
  if (mail === null || waiting.length === 0 || !(await mayApprove(db, companyId, userId))) return;
  const person = await findPerson(db, { id: userId });
  if (!person) return;
  const linkTo = (path: string) => brandUrl(sites, 'fm', path);
  await mail.send({
    to: person.email,
    fromName: person.company_name,
    isAutomatic: true,
    ...digestMail(waiting, {
      language: person.language ?? 'nl',
      name: `${person.first_name} ${person.last_name}`.trim(),
      linkTo,
      now: now(),
    }),
  });
}

interface DigestReader {
  readonly language: Language;
  readonly name: string;
  /** The address of a path in the portal. */
  readonly linkTo: (path: string) => string | null;
  readonly now: Date;
}

/** The text of the mail; each invoice that it names leads to the portal. */
export function digestMail(
  waiting: readonly WaitingInvoice[],
  { language, name, linkTo, now }: DigestReader,
) {
  const t = texts[language].digest;
  const days = workingDaysBetween(waiting[0]?.since ?? now.toISOString(), now);
  const values = { name, count: String(waiting.length), days: String(days) };
  const isOne = waiting.length === 1;
  const subject = fill(isOne ? t.subjectOne : t.subject, values);
  const paragraphs = [fill(t.hello, values), fill(days === 0 ? t.today : t.oldest, values)];
  const named = waiting.slice(0, maxNamed).map((invoice) => lineOf(invoice, language));
  const more = waiting.length > maxNamed ? [fill(t.more, { count: String(waiting.length - maxNamed) })] : [];
  const url = linkTo('/fmmodule/invoices');
  const links = waiting.slice(0, maxNamed).map(({ id }) => linkTo(`/fmmodule/invoices?open=${id}`) ?? '');
  return {
    subject,
    text: `${[
      ...paragraphs,
      named.map((line, index) => [`- ${line}`, links[index]].filter(Boolean).join('\n  ')).join('\n'),
      ...more,
      ...(url === null ? [] : [`${t.button}: ${url}`]),
      t.footer,
    ].join('\n\n')}\n`,
    html: mailFrame({
      language,
      variant: 'fm',
      subject,
      brand: 'FM',
      paragraphs: [...paragraphs, ...named, ...more],
      button: url === null ? null : { url, text: t.button },
      after: '',
      footer: t.footer,
    }),
  };
}

function lineOf(
  { documentId, creditor, totalInCents, currency, dueDate }: WaitingInvoice,
  language: Language,
) {
  const due = dueDate === null ? '' : fill(texts[language].digest.due, { day: formatDay(dueDate) });
  return [documentId, creditor, formatMoney(totalInCents, currency, language), due]
    .filter(Boolean)
    .join(', ');
}
