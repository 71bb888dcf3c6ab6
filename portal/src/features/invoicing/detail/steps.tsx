import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { cx } from '#portal/kit/cx.ts';
import { useText } from '#portal/kit/text.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { balanceOf } from './booking.rules.ts';
import styles from './invoice-detail.module.css';

export const stepNames = ['invoice', 'booking', 'approval'] as const;
/** One of the three steps. */
export type StepName = (typeof stepNames)[number];

// People who approve many invoices look at the same step of each: the choice outlives the row.
let lastStep: StepName = 'invoice';

/** The step that was open in the previous invoice. */
export function rememberedStep(): StepName {
  return lastStep;
}

/** The element id of a step, to scroll to. */
export function stepId(step: StepName, invoiceId: string): string {
  return `step-${step}-${invoiceId}`;
}

type Progress = 'todo' | 'current' | 'done' | 'wrong';

interface StepsProps {
  readonly invoice: Invoice | undefined;
  readonly current: StepName;
  /** Under 992 only the chosen step is in view. */
  readonly isSwitch: boolean;
  readonly onChoose: (step: StepName) => void;
}

/** The progress of the invoice, with a button to each step. */
export function Steps({ invoice, current, isSwitch, onChoose }: StepsProps) {
  const text = useText();
  return (
    <nav aria-label={text('invoicing.step.name')}>
      <ol className={cx(styles.steps, isSwitch && styles.switch)}>
        {stepNames.map((step, index) => {
          const progress = progressOf(step, invoice);
          const isCurrent = isSwitch ? step === current : progress === 'current';
          return (
            <li key={step} data-progress={progress}>
              <button
                type="button"
                aria-current={isCurrent ? 'step' : undefined}
                onClick={() => {
                  lastStep = step;
                  onChoose(step);
                }}
              >
                <span className="balie-hidden">{text('invoicing.step.nth', { number: index + 1 })} </span>
                <span className={styles.stepMark} aria-hidden>
                  <Mark progress={progress} number={index + 1} />
                </span>
                {text(`invoicing.step.${step}`)}
                {progress === 'done' && <span className="balie-hidden">, {text('invoicing.step.done')}</span>}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Mark({ progress, number }: { readonly progress: Progress; readonly number: number }) {
  if (progress === 'done') return <IconCheck size={14} stroke={2.25} />;
  if (progress === 'wrong') return <IconAlertTriangle size={14} stroke={2} />;
  return <>{number}</>;
}

// The first step that needs attention is the current one; what is right already is ticked.
function progressOf(step: StepName, invoice: Invoice | undefined): Progress {
  if (invoice === undefined) return step === 'invoice' ? 'current' : 'todo';
  const isDuplicate = invoice.statusValue === 'Duplicate';
  const isBalanced = balanceOf(invoice.booking.lines).difference === 0;
  const isDecided = invoice.approvalState === 'approved' || invoice.statusValue === 'Processed';
  switch (step) {
    case 'invoice':
      return isDuplicate ? 'wrong' : 'done';
    case 'booking':
      return isBalanced ? 'done' : 'wrong';
    case 'approval':
      if (isDecided) return 'done';
      if (invoice.approvalState === 'rejected') return 'wrong';
      return isDuplicate || !isBalanced ? 'todo' : 'current';
  }
}
