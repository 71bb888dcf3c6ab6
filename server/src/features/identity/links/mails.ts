import { formatInstant } from '#contract/dates.ts';
import type { Language } from '#contract/problem.ts';
import type { MailMessage } from '#server/platform/mail/mail.ts';
import { type Account, fullName } from '../directory.ts';
import { html } from '../pages/html.ts';
import { fill } from '#contract/texts.ts';
import { textsOf } from '../pages/texts.ts';
import type { Variant } from '../sites.ts';
import type { LinkPurpose } from './links.repository.ts';

const fills: Readonly<Record<Variant, string>> = { generic: '#2350a9', fm: '#0b666b', carpetline: '#85305e' };

/** The mail that brings a link. */
export function linkMail(
  account: Account,
  link: { readonly purpose: LinkPurpose; readonly url: string; readonly expiresAt: Date },
  by: { readonly variant: Variant; readonly language: Language; readonly inviter?: string },
): MailMessage {
  const texts = textsOf(by.language);
  const values = { brand: texts.brand[by.variant], inviter: by.inviter ?? '', name: fullName(account), until: formatInstant(link.expiresAt) };
  const subject = fill(texts.mail[link.purpose].subject, values);
  const hello = fill(texts.mail.hello, values);
  const why = fill(texts.mail[link.purpose].why, values);
  const once = fill(texts.mail.once, values);
  return {
    to: account.email,
    subject,
    text: `${[hello, why, link.url, once, texts.mail.ignore].join('\n\n')}\n`,
    html: html`<!doctype html>
      <html lang="${by.language}">
        <head>
          <meta charset="utf-8" />
          <title>${subject}</title>
        </head>
        <body style="margin:0;padding:24px;background:#f8f9fa;color:#15181e;font:16px/24px Inter,system-ui,sans-serif">
          <div style="max-width:520px;margin:0 auto;padding:32px;background:#fff;border:1px solid #e1e5ea;border-radius:7px">
            <p style="margin:0 0 24px;font-weight:600">${values.brand}</p>
            <p>${hello}</p>
            <p>${why}</p>
            <p style="margin:24px 0">
              <a href="${link.url}" style="display:inline-block;padding:10px 16px;border-radius:7px;background:${fills[by.variant]};color:#fff;font-weight:600;text-decoration:none"
                >${texts.mail[link.purpose].button}</a
              >
            </p>
            <p style="color:#464d58">${once} ${texts.mail.ignore}</p>
            <p style="margin:24px 0 0;color:#626a76;font-size:13px">${texts.footer}</p>
          </div>
        </body>
      </html>`.text,
  };
}
