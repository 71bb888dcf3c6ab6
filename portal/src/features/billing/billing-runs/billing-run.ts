import { IconFilePencil, IconEyeCheck, IconLock } from '@tabler/icons-react';
import { billingRuns, runInvoices, type RunState } from '#contract/billing/billing-runs.ts';
import type { Rec, Row } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import type { StatusLook } from '#portal/kit/format/status-chip.tsx';

export const runHooks = resourceHooks(billingRuns);
export const runInvoiceHooks = resourceHooks(runInvoices);

/** A run as a list has it, and as its own screen has it. */
export type RunRow = Row<typeof billingRuns>;
export type Run = Rec<typeof billingRuns>;
/** An invoice of a run to one customer. */
export type RunInvoice = Row<typeof runInvoices>;

export const runLooks: Readonly<Record<RunState, StatusLook>> = {
  concept: { meaning: 'neutral', icon: IconFilePencil },
  review: { meaning: 'hold', icon: IconEyeCheck },
  final: { meaning: 'ok', icon: IconLock },
};

type Going = Pick<RunRow, 'state' | 'figures' | 'papers' | 'error'>;

/** Whether the figures are still being made; they stop where something went wrong. */
export function isCounting({ state, figures, error }: Going): boolean {
  // How many there are is known once the job has begun.
  return state === 'concept' && error === '' && (figures.total === 0 || figures.done < figures.total);
}

/** Whether the PDFs and UBLs of a final run are still being made. */
export function isPrinting({ state, papers }: Going): boolean {
  return state === 'final' && papers.done < papers.total;
}
