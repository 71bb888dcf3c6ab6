import type { i18n } from 'i18next';
import { meAnswer, mePath, type meWrite } from '#contract/identity/me.ts';
import type { Language } from '#contract/problem.ts';
import { rememberLanguage } from '#portal/boot/preferences.ts';
import type { Http } from '#portal/kit/data/http.ts';
import { showLanguage } from '#portal/kit/texts.ts';
import type { z } from 'zod';

// Whose language this browser and the server last agreed on: `{userId}:en`.
const agreedKey = 'balie.language-agreed';

interface Parts {
  readonly http: Http;
  readonly userId: string;
  readonly texts: i18n;
}

/**
 * Keeps the language of this browser and the one stored for the person the same: a new browser starts in the stored
 * language, and a language chosen on screen is sent to the server. Without a connection it is tried again next time.
 */
export async function keepOwnLanguage(parts: Parts): Promise<void> {
  const agree = () => agreeWith(parts).catch(() => undefined);
  await agree();
  parts.texts.on('languageChanged', () => void agree());
}

async function agreeWith({ http, userId, texts }: Parts): Promise<void> {
  const shown: Language = texts.language === 'en' ? 'en' : 'nl';
  const agreed = localStorage.getItem(agreedKey);
  if (agreed === `${userId}:${shown}`) return;
  const isKnownHere = agreed?.startsWith(`${userId}:`) ?? false;
  const own = isKnownHere ? null : (await http.call(mePath, meAnswer)).result.language;
  if (own === null)
    await http.send(mePath, { method: 'PUT', body: { language: shown } satisfies z.input<typeof meWrite> });
  localStorage.setItem(agreedKey, `${userId}:${own ?? shown}`);
  if (own === null || own === shown) return;
  await showLanguage(texts, own);
  rememberLanguage(own);
}
