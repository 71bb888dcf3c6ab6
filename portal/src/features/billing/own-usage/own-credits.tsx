import { ownCredits } from '#contract/billing/credits.ts';
import { collectionUrl } from '#contract/resource.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { ExportButton } from '#portal/kit/list/export-button.tsx';
import { useText } from '#portal/kit/text.ts';
import { ownCreditHooks } from '../credits/credits.ts';
import { CreditList } from '../credits/invoice-credits.tsx';
import styles from '../costs/billing.module.css';

/** The credit invoices to the person's own company; nothing where there are none. */
export function OwnCredits() {
  const text = useText();
  const page = ownCreditHooks.useList({ top: 250 }, {});
  const credits = page.data?.result ?? [];
  if (credits.length === 0) return null;
  return (
    <div className={styles.wide}>
      <Card
        title={text('billing.credits.list')}
        count={credits.length}
        actions={<ExportButton resource={ownCredits} parents={{}} query={{}} />}
      >
        <CreditList credits={credits} url={collectionUrl(ownCredits, {})} />
      </Card>
    </div>
  );
}
