import { formatDay, formatInstant } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import type { Language } from '#contract/problem.ts';
import { fill } from '#contract/texts.ts';
import { findPerson } from '#server/features/core/index.ts';
import { brandUrl, mailFrame, type SiteOptions } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import en from '../locales/mail.en.json' with { type: 'json' };
import nl from '../locales/mail.nl.json' with { type: 'json' };
import { findLink, type StoredLink } from './links.repository.ts';
import { tokenOf } from './link-token.ts';

interface LinkMail {
  readonly companyId: string;
  readonly linkId: string;
}

/** The mail about one invoice, with the link that decides. */
export const linkMailJob = defineJob<LinkMail>('invoicing-link-mail', { retries: 2, expireSeconds: 60 });

const texts: Readonly<Record<Language, typeof nl>> = { nl, en };

/** Sends one mail, unless its link was used or the person is gone. */
export async function sendLinkMail(
  { db, mail, secretKey }: Pick<Services, 'db' | 'mail' | 'secretKey'>,
  sites: SiteOptions,
  { companyId, linkId }: LinkMail,
): Promise<void> {
  const link = await findLink(db, { companyId, id: linkId });
  const person = link && (await findPerson(db, { id: link.userId }));
  if (mail === null || !link || !person?.is_active || link.usedAt !== null) return;
  const url = brandUrl(sites, 'fm', `/approve/${tokenOf(secretKey, link)}`);
  const name = `${person.first_name} ${person.last_name}`.trim();
  await mail.send({
    to: person.email,
    fromName: person.company_name,
    isAutomatic: true,
    ...linkMail(link, { language: person.language ?? 'nl', name, url }),
  });
}

function linkMail(
  { facts: { values }, expiresAt }: StoredLink,
  {
    language,
    name,
    url,
  }: { readonly language: Language; readonly name: string; readonly url: string | null },
) {
  const t = texts[language].link;
  const amount = formatMoney(
    Number(values['totalAmount']),
    String(values['currency']) === 'null' ? 'EUR' : String(values['currency']),
    language,
  );
  const due = values['dueDate'] === null ? '' : fill(t.due, { day: formatDay(String(values['dueDate'])) });
  const about = {
    name,
    creditor: String(values['creditor']),
    number: String(values['invoiceNumber']),
    amount,
  };
  const [subject, hello, what] = [fill(t.subject, about), fill(t.hello, about), fill(t.what, about)];
  const once = fill(t.once, { until: formatInstant(expiresAt) });
  const paragraphs = [hello, what, due].filter(Boolean);
  return {
    subject,
    text: `${[...paragraphs, ...(url === null ? [] : [`${t.button}: ${url}`]), once, t.footer].join('\n\n')}\n`,
    html: mailFrame({
      language,
      variant: 'fm',
      subject,
      brand: 'FM',
      paragraphs,
      button: url === null ? null : { url, text: t.button },
      after: once,
      footer: t.footer,
    }),
  };
}
