import { Card } from '#portal/kit/detail/card.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Payment } from './payment.ts';
import styles from './payments.module.css';

/** Who did which of the steps, and what follows. */
export function PaymentSteps({ payment }: { readonly payment: Payment }) {
  const text = useText();
  const label = (name: string) => text(`invoicing.payments.${name}`);
  const { state, preparedAt, preparedByName, releasedAt, releasedByName, createdByName, mayRelease } =
    payment;
  const released = releasedAt !== null;
  return (
    <Card title={label('steps')}>
      <ol className={styles.steps}>
        <li data-done={preparedAt !== null || undefined}>
          <strong>{label(preparedAt === null ? 'stepDraft' : 'stepMade')}</strong>
          <span>{preparedAt === null ? createdByName : preparedByName}</span>
          {preparedAt !== null && <DateText value={preparedAt} />}
        </li>
        <li data-done={released || undefined}>
          <strong>{label(released ? 'stepReleased' : 'stepRelease')}</strong>
          {released ? (
            <>
              <span>{releasedByName}</span>
              <DateText value={releasedAt} />
            </>
          ) : (
            <span>{label(state === 'prepared' && !mayRelease ? 'otherReleases' : 'stepReleaseHint')}</span>
          )}
        </li>
        <li>
          <strong>{label('stepFetch')}</strong>
          <span>{label('stepFetchHint')}</span>
        </li>
        <li>
          <strong>{label('stepBank')}</strong>
          <span>{label('stepBankHint')}</span>
        </li>
      </ol>
    </Card>
  );
}
