import type { PatternField } from '#contract/documents/triggers.ts';
import type { Meaning } from '#portal/kit/theme-colors.ts';

/** The colour of each field's matches, in text and on the page alike. */
export const fieldMeaning: Readonly<Record<PatternField, Exclude<Meaning, 'bad'>>> = {
  keywords: 'neutral',
  factuurnummer: 'info',
  factuurdatum: 'hold',
  totaalbedrag: 'ok',
  creditmodifier: 'warn',
};
