import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Key } from '#portal/kit/format/key.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import { useText } from '#portal/kit/text.ts';
import { type BulkSum, sumOf } from './bulk.rules.ts';
import type { Bulk } from './use-bulk.ts';
import styles from './bulk.module.css';

/** The ticked invoices together: what they come to, which are left out and why, and what can be done with them. */
export function BulkBar({ bulk }: { readonly bulk: Bulk }) {
  const text = useText();
  const { chosen, going, reasons, busy } = bulk;
  const isShown = chosen.length > 0;
  useKeys([
    isShown && {
      keys: 'a',
      label: 'invoicing.keys.approve',
      run: (event) => void (!event.repeat && bulk.approve()),
    },
    isShown && { keys: 'h', label: 'invoicing.keys.hold', run: bulk.hold },
    isShown && { keys: 'Escape', label: 'invoicing.bulk.clear', run: bulk.clear },
  ]);
  if (!isShown) return null;
  const why = [...reasons.values()];
  const counts = (['onHold', 'notOpened'] as const).flatMap((reason) => {
    const count = why.filter((one) => one === reason).length;
    return count === 0 ? [] : [text(`invoicing.bulk.why.${reason}`, { count })];
  });
  return (
    <div className={styles.bar} role="group" aria-label={text('invoicing.bulk.title')} data-decision-bar>
      <div className={styles.sums} role="status">
        <Sum title={text('invoicing.bulk.chosen', { count: chosen.length })} sum={sumOf(chosen)} />
        {reasons.size > 0 && (
          <>
            <Sum title={text('invoicing.bulk.going', { count: going.length })} sum={sumOf(going)} />
            <span className={styles.left}>
              <strong>{text('invoicing.bulk.left', { count: reasons.size })}</strong>
              <small>{counts.join(', ')}</small>
            </span>
          </>
        )}
      </div>
      <div className={styles.verbs}>
        <Button variant="subtle" onClick={bulk.clear}>
          {text('invoicing.bulk.clear')}
        </Button>
        <Button loading={busy === 'hold'} rightSection={<Key>H</Key>} onClick={bulk.hold}>
          {text('invoicing.bulk.hold')}
        </Button>
        <Button
          variant="filled"
          loading={busy === 'approve'}
          disabled={going.length === 0}
          leftSection={<IconCheck size={16} stroke={2} aria-hidden />}
          rightSection={<Key>A</Key>}
          onClick={bulk.approve}
        >
          {text('invoicing.bulk.approve', { count: going.length })}
        </Button>
      </div>
    </div>
  );
}

function Sum({ title, sum }: { readonly title: string; readonly sum: BulkSum }) {
  const text = useText();
  return (
    <span className={styles.sum}>
      <strong>
        {title}{' '}
        {sum.totals.map(({ currency, cents }) => (
          <Money key={currency} cents={cents} currency={currency} />
        ))}
      </strong>
      <small>{text('invoicing.bulk.creditors', { count: sum.creditors })}</small>
    </span>
  );
}
