import { type BrandName, brands } from '#contract/brands.ts';
import type { Language } from '#contract/problem.ts';
import { type Html, html } from '../pages/html.ts';

/** A mail as mail programs show it: the brand, paragraphs, one button, and what is small at the end. */
export function mailFrame(mail: {
  readonly language: Language;
  readonly variant: BrandName;
  readonly subject: string;
  /** The brand's name. */
  readonly brand: string;
  readonly paragraphs: readonly string[];
  readonly button: { readonly url: string; readonly text: string } | null;
  /** Below the button. */
  readonly after: string;
  readonly footer: Html | string;
}): string {
  const { button } = mail;
  return html`<!doctype html>
    <html lang="${mail.language}">
      <head>
        <meta charset="utf-8" />
        <title>${mail.subject}</title>
      </head>
      <body
        style="margin:0;padding:24px;background:#f8f9fa;color:#15181e;font:16px/24px Inter,system-ui,sans-serif"
      >
        <div
          style="max-width:520px;margin:0 auto;padding:32px;background:#fff;border:1px solid #e1e5ea;border-radius:7px"
        >
          <p style="margin:0 0 24px;font-weight:600">${mail.brand}</p>
          ${mail.paragraphs.map((paragraph) => html`<p style="white-space:pre-line">${paragraph}</p>`)}
          ${
            button &&
            html`<p style="margin:24px 0">
              <a
                href="${button.url}"
                style="display:inline-block;padding:10px 16px;border-radius:7px;background:${brands[mail.variant].palette[7]};color:#fff;font-weight:600;text-decoration:none"
                >${button.text}</a
              >
            </p>`
          }
          ${mail.after !== '' && html`<p style="color:#464d58">${mail.after}</p>`}
          <p style="margin:24px 0 0;color:#626a76;font-size:13px">${mail.footer}</p>
        </div>
      </body>
    </html>`.text;
}
