import type { Language } from '#contract/problem.ts';
import { fill } from '#contract/texts.ts';
import { mailFrame } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import type { FailureCounts } from './switch-off.rules.ts';
import en from '../locales/mail.en.json' with { type: 'json' };
import nl from '../locales/mail.nl.json' with { type: 'json' };
import '../releases.tables.ts';

/** What one of the staff is told of a release that switched itself off. */
interface Told extends FailureCounts {
  readonly userId: string;
  readonly releaseId: string;
  readonly name: string;
  readonly version: string;
  readonly build: string;
  /** Address of the release in the portal. */
  readonly link: string | null;
}

/** Mails one of the staff that a release switched itself off. */
export const switchedOffJob = defineJob<Told>('facility-release-switched-off', {
  retries: 5,
  expireSeconds: 60,
});

const texts: Readonly<Record<Language, typeof nl>> = { nl, en };

/** Works one mail: to whoever still may sign in. */
export async function mailSwitchedOff(
  { db, mail }: Pick<Services, 'db' | 'mail'>,
  told: Told,
): Promise<void> {
  const person = await db
    .selectFrom('users')
    .where('id', '=', told.userId)
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .select(['email', 'first_name', 'last_name', 'language'])
    .executeTakeFirst();
  if (!mail || !person) return;
  const name = `${person.first_name} ${person.last_name}`.trim();
  await mail.send({
    to: person.email,
    isAutomatic: true,
    ...switchedOffMail(told, person.language ?? 'nl', name),
  });
}

/** The words of the mail. */
export function switchedOffMail(
  told: Omit<Told, 'userId' | 'releaseId'>,
  language: Language,
  person: string,
) {
  const t = texts[language];
  const percent = String(Math.floor((told.installations * 100) / Math.max(1, told.took)));
  const values = {
    person,
    name: told.name,
    version: told.version,
    build: told.build,
    installations: String(told.installations),
    companies: String(told.companies),
    took: String(told.took),
    percent,
  };
  const [subject, hello] = [fill(t.subject, values), fill(t.hello, values)];
  const paragraphs = [hello, fill(t.why, values), fill(t.now, values)];
  const button = told.link === null ? null : { url: told.link, text: t.button };
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
  const links = told.link === null ? [] : [`${t.button}: ${told.link}`];
  return { subject, text: `${[...paragraphs, ...links, t.footer].join('\n\n')}\n`, html };
}
