import { formatInstant } from '#contract/dates.ts';

/** When something was done and by whom: `21-11-2026 14:05, Joris Kamp`; the name is left out where it is not known. */
export function momentBy(at: string, by: string | null | undefined): string {
  return [formatInstant(at), by].filter(Boolean).join(', ');
}
