import { daysOfPeriod } from '#contract/billing/periods.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { FixedParts } from '../costs/fixed-dialog.tsx';
import { feeParts } from '../costs/fixed-parts.ts';
import { useInvoices } from '../costs/use-invoices.ts';
import { periodName } from '../periods/periods.rules.ts';
import type { ReportRow } from './report-columns.tsx';
import styles from '../costs/billing.module.css';

interface FixedCostsDialogProps {
  readonly row: ReportRow;
  readonly period: string;
  readonly onClose: () => void;
}

/** The fees of a company that fell due in a period: they add up to its fixed costs in the report. */
export function FixedCostsDialog({ row: { companyId, name }, period, onClose }: FixedCostsDialogProps) {
  const text = useText();
  const language = useLanguage();
  const { from, to } = daysOfPeriod(period);
  const invoices = useInvoices(companyId, { from: from.slice(0, 7), to: to.slice(0, 7) });
  const title = `${name}: ${text('billing.costs.fixedTitle')}`;
  return (
    <Dialog
      width={640}
      onClose={onClose}
      title={
        <>
          {title} <span className="balie-empty">{periodName(period, language)}</span>
        </>
      }
    >
      <p className={styles.why}>{text('billing.fixed.why')}</p>
      <Loaded of={invoices}>
        {({ fixedFees }) => <FixedParts title={title} parts={feeParts(fixedFees, text, language)} />}
      </Loaded>
    </Dialog>
  );
}
