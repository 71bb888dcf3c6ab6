import { formatNumber } from '../money.ts';
import type { Language } from '../problem.ts';

/** The edition as it is read: a number with its thousands, any other text as it was typed. */
export function editionText(edition: string, language: Language): string {
  return /^\d{1,9}$/.test(edition) ? formatNumber(Number(edition), language) : edition;
}
