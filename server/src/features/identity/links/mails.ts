import type { BrandName } from '#contract/brands.ts';
import { formatInstant } from '#contract/dates.ts';
import type { Language } from '#contract/problem.ts';
import type { MailMessage } from '#server/platform/mail/mail.ts';
import { type Account, fullName } from '../directory.ts';
import { fill } from '#contract/texts.ts';
import { textsOf } from '../pages/texts.ts';
import type { LinkPurpose } from './links.repository.ts';
import { mailFrame } from './mail-frame.ts';

/** The mail with a link. */
export function linkMail(
  account: Account,
  link: { readonly purpose: LinkPurpose; readonly url: string; readonly expiresAt: Date },
  by: { readonly variant: BrandName; readonly language: Language; readonly inviter?: string },
): MailMessage {
  const texts = textsOf(by.language);
  const values = {
    brand: texts.brand[by.variant],
    inviter: by.inviter ?? '',
    name: fullName(account),
    until: formatInstant(link.expiresAt),
  };
  const subject = fill(texts.mail[link.purpose].subject, values);
  const hello = fill(texts.mail.hello, values);
  const why = fill(texts.mail[link.purpose].why, values);
  const once = fill(texts.mail.once, values);
  return {
    to: account.email,
    fromName: values.brand,
    subject,
    text: `${[hello, why, link.url, once, texts.mail.ignore].join('\n\n')}\n`,
    html: mailFrame({
      language: by.language,
      variant: by.variant,
      subject,
      brand: values.brand,
      paragraphs: [hello, why],
      button: { url: link.url, text: texts.mail[link.purpose].button },
      after: `${once} ${texts.mail.ignore}`,
      footer: texts.footer,
    }),
  };
}
