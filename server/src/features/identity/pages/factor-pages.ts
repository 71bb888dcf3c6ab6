import encodeQR from 'qr';
import { type Html, html } from './html.ts';
import { errorBox, page, type PageFrame } from './page.ts';
import { type PasskeyAsk, passkeyForm } from './passkey-form.ts';
import { type Texts, textsOf } from './texts.ts';

/** What a person can show as their second factor. */
export interface FactorForm {
  readonly error: string | null;
  readonly hasApp: boolean;
  /** Null where they have no passkey that works on this host. */
  readonly passkey: PasskeyAsk | null;
}

/** The page that asks for a passkey, a code of the app, or a recovery code. */
export function factorPage(frame: PageFrame, { error, hasApp, passkey }: FactorForm): string {
  const texts = textsOf(frame.language);
  const why = hasApp ? texts.factorWhy : passkey ? texts.factorPasskey : texts.factorPasskeyElsewhere;
  return page(
    frame,
    texts.factorTitle,
    html`<h1>${texts.factorTitle}</h1>
      <p class="message">${why}</p>
      ${passkey === null ? null : passkeyForm(frame, passkey)} ${codeForm(texts, error)}
      <p class="hint">${texts.factorLost}</p>`,
  );
}

/** The page on which somebody adds an app, since their company asks for a second factor. */
export function setUpFactorPage(
  frame: PageFrame,
  { secret, uri, error }: { readonly secret: string; readonly uri: string; readonly error: string | null },
): string {
  const texts = textsOf(frame.language);
  return page(
    frame,
    texts.factorSetUpTitle,
    html`<h1>${texts.factorSetUpTitle}</h1>
      <p class="message">${texts.factorSetUpWhy}</p>
      ${qrPicture(uri)}
      <p class="message">
        ${texts.factorSecret} <code class="secret">${secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      ${codeForm(texts, error)}`,
  );
}

/** The page that shows the recovery codes, this once. */
export function recoveryCodesPage(frame: PageFrame, codes: readonly string[]): string {
  const texts = textsOf(frame.language);
  return page(
    frame,
    texts.recoveryTitle,
    html`<h1>${texts.recoveryTitle}</h1>
      <p class="message">${texts.recoveryWhy}</p>
      <ul class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <form method="post"><button type="submit" class="primary">${texts.recoveryKept}</button></form>`,
  );
}

function codeForm(texts: Texts, error: string | null): Html {
  return html`<form method="post" novalidate>
    ${errorBox(error === null ? [] : [error])}
    <label for="code">${texts.code}</label>
    <input
      id="code"
      name="code"
      autocomplete="one-time-code"
      autocapitalize="none"
      spellcheck="false"
      maxlength="20"
      required
      autofocus
      ${error === null ? null : html` aria-invalid="true" aria-describedby="error"`}
    />
    <button type="submit" class="primary">${texts.codeSubmit}</button>
  </form>`;
}

// Squares of one path; who cannot see it has the secret below.
function qrPicture(uri: string): Html {
  const rows = encodeQR(uri, 'raw', { ecc: 'medium', border: 2 });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return html`<svg
    class="qr"
    viewBox="0 0 ${rows.length} ${rows.length}"
    shape-rendering="crispEdges"
    aria-hidden="true"
  >
    <path fill="currentColor" d="${path}" />
  </svg>`;
}
