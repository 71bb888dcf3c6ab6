import type { PatternField } from '#contract/documents/triggers.ts';
import type { Trigger } from './trigger.ts';

/** A trigger as it is in the editor. */
export interface TriggerDraft extends Pick<
  Trigger,
  PatternField | 'naam' | 'isPdf' | 'crediteur' | 'valuta' | 'decimaalteken' | 'datumvolgorde'
> {
  /** For every company; needs the permission for all companies. */
  readonly isGeneral: boolean;
  readonly conflictsConfirmed: boolean;
}

/** What a new trigger begins with. */
export const emptyTrigger: TriggerDraft = {
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

/** What is sent. `companyId` is the owner of a new one: null for everybody, absent for the person's own company. */
export function writeOf({ isGeneral, ...draft }: TriggerDraft, companyId: string | undefined) {
  if (isGeneral) return { ...draft, companyId: null };
  return companyId === undefined ? draft : { ...draft, companyId };
}
