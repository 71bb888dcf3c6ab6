import { runCredits } from '#contract/billing/credits.ts';
import { collectionUrl } from '#contract/resource.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { ExportButton } from '#portal/kit/list/export-button.tsx';
import { useText } from '#portal/kit/text.ts';
import { creditHooks } from './credits.ts';
import { CreditList } from './invoice-credits.tsx';
import styles from './credits.module.css';

const maxShown = 250;

/** All credit invoices of a final run, with their download; nothing where there are none. */
export function RunCredits({ runId }: { readonly runId: string }) {
  const text = useText();
  const page = creditHooks.useList({ top: maxShown, count: true }, { runId });
  const credits = page.data?.result ?? [];
  const count = page.data?.metadata.count ?? credits.length;
  if (credits.length === 0) return null;
  return (
    <div className={styles.ofRun}>
      <Card
        title={text('billing.credits.list')}
        count={count}
        actions={<ExportButton resource={runCredits} parents={{ runId }} query={{}} />}
      >
        <CreditList isOfMany credits={credits} url={collectionUrl(runCredits, { runId })} />
        {count > maxShown && (
          <p className="balie-empty">{text('billing.credits.more', { count: count - maxShown })}</p>
        )}
      </Card>
    </div>
  );
}
