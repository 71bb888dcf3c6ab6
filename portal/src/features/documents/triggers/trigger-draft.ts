import type { PatternField } from '#contract/documents/triggers.ts';
import type { ReadingSettings, Trigger, TriggerWrite } from './trigger.ts';

/** A trigger as it stands in the editor. */
export interface TriggerDraft extends ReadingSettings, Record<PatternField, string> {
  readonly naam: string;
  readonly crediteur: string;
  readonly valuta: string;
  /** For every company; who may not write those always writes for the own one. */
  readonly isGeneral: boolean;
  readonly conflictsConfirmed: boolean;
}

const empty: TriggerDraft = {
  naam: '',
  keywords: '',
  factuurnummer: '',
  factuurdatum: '',
  totaalbedrag: '',
  creditmodifier: '',
  isPdf: true,
  crediteur: '',
  valuta: '',
  decimaalteken: '',
  datumvolgorde: '',
  isGeneral: false,
  conflictsConfirmed: false,
};

/** The draft to begin with: what is stored, or a new one named after the supplier that was found. */
export function draftOf(trigger: Trigger | undefined, supplier = ''): TriggerDraft {
  if (trigger === undefined) return { ...empty, naam: supplier };
  const { naam, keywords, factuurnummer, factuurdatum, totaalbedrag, creditmodifier, isPdf } = trigger;
  const { crediteur, valuta, decimaalteken, datumvolgorde } = trigger;
  return {
    naam,
    keywords,
    factuurnummer,
    factuurdatum,
    totaalbedrag,
    creditmodifier,
    isPdf,
    crediteur,
    valuta,
    decimaalteken,
    datumvolgorde,
    isGeneral: trigger.companyId === null,
    conflictsConfirmed: false,
  };
}

/** What travels. `companyId` says whose a new one becomes: null is everybody's, absent one's own. */
export function writeOf({ isGeneral, ...draft }: TriggerDraft, companyId: string | undefined): TriggerWrite {
  if (isGeneral) return { ...draft, companyId: null };
  return companyId === undefined ? draft : { ...draft, companyId };
}
