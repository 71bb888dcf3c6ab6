import type { Language } from '#contract/problem.ts';
import { areasOf, fetchArea } from '#portal/kit/area-texts.ts';
import type { EarlyAnswers } from '#portal/kit/data/http.ts';
import { screenAt } from './screen-at.ts';
import { screens } from './screens.ts';
import { variantAt } from './variants.ts';

// Small on purpose, and without the app: it runs while the libraries are being fetched.

/** Fetches the code and the texts of the screen at an address beforehand. */
export function warmUp(path: string, ofHost: string, language: Language): void {
  const screen = screenOf(path, ofHost);
  if (screen === undefined) return;
  const texts = areasOf(screen).map((area) => fetchArea(language, area));
  // A failure shows when the screen is really asked for.
  void Promise.all([screen.load(), ...texts]).catch(() => undefined);
}

/** Asks the server for what the screen at an address will ask first, so that its data does not wait for its code. */
export function fetchEarly(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  ofHost: string,
  headers: Readonly<Record<string, string>>,
  held: readonly string[],
): EarlyAnswers {
  // With a search of its own a screen asks for something else.
  const urls = search === '' ? (screenOf(pathname, ofHost)?.first?.(held) ?? []) : [];
  return new Map(urls.map((url) => [url, fetch(url, { headers }).catch(() => null)]));
}

function screenOf(path: string, ofHost: string) {
  const { variant, basePath } = variantAt(path, ofHost);
  return screenAt(path, screens, variant, basePath);
}
