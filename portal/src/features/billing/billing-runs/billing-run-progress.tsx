import { formatNumber } from '#contract/money.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { isCounting, isPrinting, type Run } from './billing-run.ts';
import styles from './billing-runs.module.css';

/** The progress of the figures or of the PDFs and UBLs of a run; it continues when the page is closed. */
export function RunProgress({ run }: { readonly run: Run }) {
  const text = useText();
  if (run.error !== '')
    return (
      <MessageBar meaning="bad" title={text('billing.billingRuns.stopped')}>
        {text('billing.billingRuns.stoppedHint')}
      </MessageBar>
    );
  if (isCounting(run))
    return <Bar label="billing.billingRuns.counting" done={run.figures.done} total={run.figures.total} />;
  if (isPrinting(run))
    return <Bar label="billing.billingRuns.printing" done={run.papers.done} total={run.papers.total} />;
  return null;
}

interface BarProps {
  readonly label: string;
  readonly done: number;
  readonly total: number;
}

function Bar({ label, done, total }: BarProps) {
  const text = useText();
  const language = useLanguage();
  const words = text(label, { done: formatNumber(done, language), total: formatNumber(total, language) });
  return (
    <div className={styles.progress}>
      <span role="status">{words}</span>
      <progress aria-label={words} value={done} max={Math.max(1, total)} />
      <span className="balie-empty">{text('billing.billingRuns.goesOn')}</span>
    </div>
  );
}
