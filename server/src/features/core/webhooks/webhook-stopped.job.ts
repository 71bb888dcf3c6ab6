import type { Language } from '#contract/problem.ts';
import { fill } from '#contract/texts.ts';
import { mailFrame } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { findPerson } from '../rights/rights.repository.ts';
import en from '../locales/webhook-mail.en.json' with { type: 'json' };
import nl from '../locales/webhook-mail.nl.json' with { type: 'json' };

/** Which webhook stopped, and who is told. */
interface WebhookStopped {
  readonly userId: string;
  readonly companyId: string;
  readonly url: string;
  /** It answered that it is gone for good. */
  readonly isGone: boolean;
}

/** Mails whoever changed a webhook last that it stopped. */
export const webhookStoppedJob = defineJob<WebhookStopped>('core-webhook-stopped', {
  retries: 5,
  expireSeconds: 60,
});

const texts: Readonly<Record<Language, typeof nl>> = { nl, en };

/** Sends the mail, if the person may still sign in. */
export async function mailWebhookStopped(
  { db, mail }: Pick<Services, 'db' | 'mail'>,
  { userId, url, isGone }: WebhookStopped,
): Promise<void> {
  const person = await findPerson(db, { id: userId });
  if (!mail || !person?.is_active) return;
  const language = person.language ?? 'nl';
  const t = texts[language];
  const values = { person: `${person.first_name} ${person.last_name}`.trim(), url };
  const subject = fill(t.subject, values);
  const paragraphs = [fill(t.hello, values), fill(isGone ? t.gone : t.paused, values), t.now];
  const html = mailFrame({
    language,
    variant: 'generic',
    subject,
    brand: 'Balie',
    paragraphs,
    button: null,
    after: '',
    footer: t.footer,
  });
  const text = `${[...paragraphs, t.footer].join('\n\n')}\n`;
  await mail.send({ to: person.email, isAutomatic: true, subject, text, html });
}
