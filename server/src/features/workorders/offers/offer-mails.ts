import { brands } from '#contract/brands.ts';
import { formatDay, formatInstant } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import type { Language } from '#contract/problem.ts';
import { html } from '#server/features/identity/index.ts';
import type { MailMessage } from '#server/platform/mail/mail.ts';
import { fill } from '#contract/texts.ts';
import { offerTexts } from './offer-texts.ts';
import type { StoredOffer } from './offers.repository.ts';
import { discountLabel, nameOfLine, totalsOf } from './offers.rules.ts';

/** A mail without its address. */
type MailBody = Omit<MailMessage, 'to'>;

export function languageOf({ language }: Pick<StoredOffer, 'language'>): Language {
  return language === 'en' ? 'en' : 'nl';
}

/** `2026-12-1`, as people name a version. */
export function numberOf({ yearNumber, count }: Pick<StoredOffer, 'yearNumber' | 'count'>): string {
  return `${yearNumber}-${count}`;
}

/** The proposed text of the mail; people change it before it goes out. */
export function coveringMail(
  offer: StoredOffer,
  by: { readonly company: string; readonly sender: string; readonly recipient: string | undefined },
): { readonly subject: string; readonly text: string } {
  const { mail } = offerTexts(languageOf(offer));
  const values = {
    number: numberOf(offer),
    company: by.company,
    sender: by.sender,
    name: by.recipient ?? mail.somebody,
    reference: offer.reference,
    day: formatDay(offer.validUntil),
  };
  return { subject: fill(mail.subject, values), text: fill(mail.text, values) };
}

/** The mail with a version for one customer: the PDF and their own link. */
export function offerMail(
  offer: StoredOffer,
  letter: {
    readonly subject: string;
    readonly text: string;
    readonly url: string;
    readonly pdf: Buffer;
    readonly replyTo: string;
  },
): MailBody {
  const { mail } = offerTexts(languageOf(offer));
  const { subject, text, url } = letter;
  return {
    subject,
    replyTo: letter.replyTo,
    text: `${[text, `${mail.button}:\n${url}`, mail.private].join('\n\n')}\n`,
    html: frame(languageOf(offer), subject, [
      ...paragraphs(text),
      html`<p style="margin:24px 0">
        <a
          href="${url}"
          style="display:inline-block;padding:10px 16px;border-radius:7px;background:${brands.generic.palette[7]};color:#fff;font-weight:600;text-decoration:none"
          >${mail.button}</a
        >
      </p>`,
      html`<p style="color:#464d58">${mail.private}</p>`,
    ]),
    attachments: [attachment(offer, letter.pdf)],
  };
}

/** The sales order confirmation, for customer and provider alike. */
export function confirmationMail(
  offer: StoredOffer,
  company: string,
  pdf: Buffer,
  language: Language,
): MailBody {
  const { mail } = offerTexts(language);
  const money = (cents: number) => formatMoney(cents, 'EUR', language);
  const sums = totalsOf(offer.lines, offer);
  const parts: [string, number][] = offer.lines
    .filter(({ isAccepted }) => isAccepted)
    .map((line) => [nameOfLine(line), line.salesAmount]);
  if (sums.discountAmount !== 0) parts.push([discountLabel(offer, language), -sums.discountAmount]);
  const values = {
    number: numberOf(offer),
    company,
    name: offer.answeredBy,
    at: offer.answeredAt === null ? '' : formatInstant(offer.answeredAt),
    total: money(sums.totalAmount),
    totalInclVat: money(sums.totalInclVatAmount),
    hash: offer.pdfSha256,
  };
  const subject = fill(mail.confirmedSubject, values);
  const opening = fill(mail.confirmedText, values);
  const total = fill(mail.confirmedTotal, values);
  const hash = fill(mail.confirmedHash, values);
  const lines = parts.map(([name, amount]) => `- ${name}: ${money(amount)}`);
  return {
    subject,
    text: `${[opening, `${mail.confirmedLines}\n${lines.join('\n')}`, total, hash].join('\n\n')}\n`,
    html: frame(language, subject, [
      html`<p>${opening}</p>`,
      html`<p style="margin:24px 0 8px;font-weight:600">${mail.confirmedLines}</p>
        <table style="width:100%;border-collapse:collapse">
          ${parts.map(
            ([name, amount]) =>
              html`<tr>
                <td style="padding:6px 0;border-bottom:1px solid #e1e5ea">${name}</td>
                <td style="padding:6px 0;border-bottom:1px solid #e1e5ea;text-align:right;white-space:nowrap">
                  ${money(amount)}
                </td>
              </tr>`,
          )}
        </table>`,
      html`<p>${total}</p>`,
      html`<p style="color:#626a76;font-size:13px;overflow-wrap:anywhere">${hash}</p>`,
    ]),
    attachments: [attachment(offer, pdf)],
  };
}

/** The mail to the provider that a customer declined, and why. */
export function declinedMail(offer: StoredOffer, company: string, language: Language): MailBody {
  const { mail } = offerTexts(language);
  const at = offer.answeredAt === null ? '' : formatInstant(offer.answeredAt);
  const values = { number: numberOf(offer), company, name: offer.answeredBy, at, reason: offer.reason };
  const subject = fill(mail.declinedSubject, values);
  const lines = [fill(mail.declinedText, values), fill(mail.declinedReason, values)];
  const texts = lines.flatMap((line) => paragraphs(line));
  return { subject, text: `${lines.join('\n\n')}\n`, html: frame(language, subject, texts) };
}

const attachment = ({ name }: StoredOffer, content: Buffer) => ({
  filename: name,
  content,
  contentType: 'application/pdf',
});

function paragraphs(text: string) {
  return text
    .split(/\n{2,}/)
    .map(
      (paragraph) =>
        html`<p>
          ${paragraph.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`))}
        </p>`,
    );
}

function frame(language: Language, title: string, content: readonly ReturnType<typeof html>[]): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
      </head>
      <body
        style="margin:0;padding:24px;background:#f8f9fa;color:#15181e;font:16px/24px Inter,system-ui,sans-serif"
      >
        <div
          style="max-width:560px;margin:0 auto;padding:32px;background:#fff;border:1px solid #e1e5ea;border-radius:7px"
        >
          ${content}
        </div>
      </body>
    </html>`.text;
}
