import type { BrandName } from '#contract/brands.ts';
import { formatInstant } from '#contract/dates.ts';
import { deviceOf } from '#contract/identity/device.ts';
import type { Language } from '#contract/problem.ts';
import { fill } from '#contract/texts.ts';
import type { Services } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { type AccountDirectory, fullName, mayEnter } from '../directory.ts';
import { mailFrame } from '../links/mail-frame.ts';
import { textsOf } from '../pages/texts.ts';
import type { Origin } from '../sign-in/sign-in-events.repository.ts';
import { brandUrl, type SiteOptions } from '../sites.ts';

/** What somebody is told of their own sign-in. */
export interface SecurityNotice {
  readonly userId: string;
  readonly about:
    | 'new-device'
    | 'passkey-added'
    | 'passkey-removed'
    | 'app-added'
    | 'app-removed'
    | 'codes-made'
    /** An administrator took the second factor away. */
    | 'factor-removed';
  readonly at: string;
  /** Where it was done; null where an administrator did it. */
  readonly from: Origin | null;
  /** The brand on whose address it was done, or that the person knows. */
  readonly variant: BrandName;
  /** Counts where the person has chosen no language. */
  readonly language: Language;
}

/** Has somebody told, in the caller's transaction. */
export type NotifySecurity = (tx: Db, notice: SecurityNotice) => Promise<void>;

/** Mails a person what happened to their sign-in. */
export const securityMailJob = defineJob<SecurityNotice>('identity-security-mail', {
  retries: 5,
  expireSeconds: 60,
});

/** Sends one mail, if the person may still sign in. */
export async function sendSecurityMail(
  { mail }: Pick<Services, 'mail'>,
  parts: { readonly directory: AccountDirectory; readonly sites: SiteOptions },
  { userId, about, at, from, variant, language: otherwise }: SecurityNotice,
): Promise<void> {
  const account = await parts.directory.findById(userId);
  if (!mail || !account || !mayEnter(account)) return;
  const language = account.language ?? otherwise;
  const texts = textsOf(language);
  const { browser, system } = deviceOf(from?.userAgent ?? '');
  const brand = texts.brand[variant];
  const values = {
    brand,
    name: fullName(account),
    at: formatInstant(at),
    ip: from?.ip ?? '',
    browser: browser ?? texts.notice.browser,
    system: system ?? texts.notice.system,
  };
  const subject = fill(texts.notice.about[about].subject, values);
  const facts = fill(from === null ? texts.notice.byOther : texts.notice.facts, values);
  const paragraphs = [fill(texts.mail.hello, values), fill(texts.notice.about[about].why, values), facts];
  const url = brandUrl(parts.sites, variant, securityPage) ?? '';
  const after = texts.notice.after;
  await mail.send({
    to: account.email,
    fromName: brand,
    isAutomatic: true,
    subject,
    text: `${[...paragraphs, url, after].join('\n\n')}\n`,
    html: mailFrame({
      language,
      variant,
      subject,
      brand,
      paragraphs,
      button: { url, text: texts.notice.button },
      after,
      footer: texts.footer,
    }),
  });
}

/** The portal's page about one's own sign-in. */
const securityPage = '/account/security';
