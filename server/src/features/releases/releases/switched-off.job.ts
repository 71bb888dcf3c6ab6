import type { Language } from '#contract/problem.ts';
import { fill } from '#contract/texts.ts';
import { mailFrame } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { findRecipient } from './people.repository.ts';
import type { FailureCounts } from './switch-off.rules.ts';
import en from '../locales/mail.en.json' with { type: 'json' };
import nl from '../locales/mail.nl.json' with { type: 'json' };

/** The mail to a user of the provider. */
interface SwitchedOff extends FailureCounts {
  readonly userId: string;
  readonly releaseId: string;
  readonly name: string;
  readonly version: string;
  readonly build: string;
  /** Address of the release in the portal. */
  readonly link: string | null;
}

/** Mails a user of the provider that a release was switched off automatically. */
export const switchedOffJob = defineJob<SwitchedOff>('facility-release-switched-off', {
  retries: 5,
  expireSeconds: 60,
});

const texts: Readonly<Record<Language, typeof nl>> = { nl, en };

/** Sends one mail, if the person may still sign in. */
export async function mailSwitchedOff(
  { db, mail }: Pick<Services, 'db' | 'mail'>,
  job: SwitchedOff,
): Promise<void> {
  const person = await findRecipient(db, job.userId);
  if (!mail || !person) return;
  const name = `${person.first_name} ${person.last_name}`.trim();
  await mail.send({
    to: person.email,
    isAutomatic: true,
    ...switchedOffMail(job, person.language ?? 'nl', name),
  });
}

/** The text of the mail. */
export function switchedOffMail(
  job: Omit<SwitchedOff, 'userId' | 'releaseId'>,
  language: Language,
  person: string,
) {
  const t = texts[language];
  const percent = String(Math.floor((job.installations * 100) / Math.max(1, job.took)));
  const values = {
    person,
    name: job.name,
    version: job.version,
    build: job.build,
    installations: String(job.installations),
    companies: String(job.companies),
    took: String(job.took),
    percent,
  };
  const [subject, hello] = [fill(t.subject, values), fill(t.hello, values)];
  const paragraphs = [hello, fill(t.why, values), fill(t.now, values)];
  const button = job.link === null ? null : { url: job.link, text: t.button };
  const html = mailFrame({
    language,
    variant: 'generic',
    subject,
    brand: 'Balie',
    paragraphs,
    button,
    after: '',
    footer: t.footer,
  });
  const links = job.link === null ? [] : [`${t.button}: ${job.link}`];
  return { subject, text: `${[...paragraphs, ...links, t.footer].join('\n\n')}\n`, html };
}
