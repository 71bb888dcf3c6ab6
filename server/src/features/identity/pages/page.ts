import type { BrandName } from '#contract/brands.ts';
import type { Language } from '#contract/problem.ts';
import { type Html, html } from './html.ts';
import { flag, mark, panelPicture, warning } from './pictures.ts';
import { fill } from '#contract/texts.ts';
import { type Texts, textsOf } from './texts.ts';

/** What every page of sign-in needs to draw itself. */
export interface PageFrame {
  readonly variant: BrandName;
  readonly language: Language;
  /** Addresses of the style sheet and the script, with their version. */
  readonly assets: { readonly style: string; readonly script: string; readonly font: string | null };
}

/** A page of sign-in: the work on the left, the brand on the right. */
export function page(frame: PageFrame, title: string, content: Html): string {
  const texts = textsOf(frame.language);
  const { style, script, font } = frame.assets;
  return html`<!doctype html>
    <html lang="${frame.language}" data-brand="${frame.variant}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${font === null ? null : html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin />`}
        <link rel="icon" href="/brand/${frame.variant}/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${style}" />
        <script src="${script}" defer></script>
      </head>
      <body>
        <div class="work">
          <header>
            <span class="brand">${mark(frame.variant)}${texts.brand[frame.variant]}</span
            >${languages(frame, texts)}
          </header>
          <main>${content}</main>
          <footer>${texts.footer}</footer>
        </div>
        <aside class="panel">
          <p class="claim">${texts.claim[frame.variant]}</p>
          <p class="promise">${texts.promise[frame.variant]}</p>
          ${panelPicture(frame.variant)}
        </aside>
      </body>
    </html> `.text;
}

/** A page with a message and one way on. */
export function messagePage(
  frame: PageFrame,
  message: {
    readonly title: string;
    readonly text: string;
    readonly link: string;
    readonly linkText?: string;
  },
): string {
  const texts = textsOf(frame.language);
  const linkText = message.linkText ?? fill(texts.back, { brand: texts.brand[frame.variant] });
  return page(
    frame,
    message.title,
    html`<h1>${message.title}</h1>
      <p class="message">${message.text}</p>
      <a class="primary" href="${message.link}">${linkText}</a>`,
  );
}

/** The red box above a form; announced at once, since the page is new. */
export function errorBox(lines: readonly string[]): Html | null {
  if (lines.length === 0) return null;
  return html`<div class="error" id="error" role="alert">
    ${warning()}
    <div>${lines.map((line) => html`<p>${line}</p>`)}</div>
  </div>`;
}

function languages(frame: PageFrame, texts: Texts): Html {
  const choice = (language: Language, name: string) =>
    html`<a
      href="?lang=${language}"
      lang="${language}"
      hreflang="${language}"
      ${frame.language === language ? html` aria-current="true"` : null}
      >${flag(language)}<span aria-hidden="true">${language.toUpperCase()}</span
      ><span class="unseen">${name}</span></a
    >`;
  return html`<nav class="languages" aria-label="${texts.languages}">
    ${choice('nl', texts.inDutch)}${choice('en', texts.inEnglish)}
  </nav>`;
}
