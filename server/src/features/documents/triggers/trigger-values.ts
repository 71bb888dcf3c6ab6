import type { CreateBody } from '#contract/resource.ts';
import type { triggers, ValueField } from '#contract/documents/triggers.ts';
import type { TriggerRule } from './matching.rules.ts';

/** What a save says of a trigger. */
export type TriggerBody = Omit<CreateBody<typeof triggers>, 'companyId' | 'conflictsConfirmed'>;

/** The same, by the columns. */
export type TriggerValues = Omit<TriggerBody, 'isPdf'> & { readonly is_pdf: boolean };

/** The property of a document that the patterns of a field find. */
export const propertyOf = {
  factuurnummer: 'number',
  factuurdatum: 'date',
  totaalbedrag: 'total',
} as const satisfies Record<ValueField, string>;

export function valuesOf(body: TriggerBody): TriggerValues {
  const { naam, keywords, factuurnummer, factuurdatum, totaalbedrag, creditmodifier } = body;
  const { isPdf, crediteur, valuta, decimaalteken: sign, datumvolgorde: order } = body;
  const patterns = { naam, keywords, factuurnummer, factuurdatum, totaalbedrag, creditmodifier };
  return { ...patterns, is_pdf: isPdf, crediteur, valuta, decimaalteken: sign, datumvolgorde: order };
}

/** A trigger that is not stored yet, as it would match. */
export function ruleOf(
  body: TriggerBody,
  of: Pick<TriggerRule, 'id' | 'companyId' | 'createdAtMs'>,
): TriggerRule {
  const { naam, keywords, factuurnummer, factuurdatum, totaalbedrag, creditmodifier } = body;
  const { isPdf, decimaalteken: sign, datumvolgorde: order } = body;
  const patterns = { naam, keywords, factuurnummer, factuurdatum, totaalbedrag, creditmodifier };
  return { ...of, ...patterns, isPdf, decimaalteken: sign, datumvolgorde: order };
}

export function decimaalteken(stored: string): '' | ',' | '.' {
  return stored === ',' || stored === '.' ? stored : '';
}

export function datumvolgorde(stored: string): '' | 'dag-maand' | 'maand-dag' {
  return stored === 'dag-maand' || stored === 'maand-dag' ? stored : '';
}
