import { type Html, html } from './html.ts';
import { textsOf } from './texts.ts';
import type { PageFrame } from './page.ts';

/** What a page asks a passkey for. */
export interface PasskeyAsk {
  readonly challenge: string;
  /** The host whose passkeys work here, and the one of all brands for browsers that know related origins. */
  readonly own: string;
  readonly related: string | null;
  /** Those of a person who has shown a password; absent: any. */
  readonly credentialIds?: readonly string[];
}

/** The button for a passkey, a form of its own. The script shows it where the browser has passkeys. */
export function passkeyForm({ language }: Pick<PageFrame, 'language'>, ask: PasskeyAsk): Html {
  const texts = textsOf(language);
  return html`<form
    method="post"
    class="passkey"
    hidden
    data-challenge="${ask.challenge}"
    data-own="${ask.own}"
    data-related="${ask.related ?? ''}"
    data-credentials="${(ask.credentialIds ?? []).join(' ')}"
  >
    <p class="error" role="alert" hidden>${texts.passkeyNone}</p>
    <input type="hidden" name="passkey" />
    <button type="submit" class="plain">${texts.passkeyUse}</button>
  </form>`;
}
