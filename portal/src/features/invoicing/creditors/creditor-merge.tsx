import { Button } from '@mantine/core';
import { IconArrowMerge, IconArrowRight, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { momentBy } from '#portal/kit/format/moment-by.ts';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { type Creditor, creditorHooks, useCreditorVerb } from './creditors.api.ts';
import { OtherCreditor } from './other-creditor.tsx';
import styles from './creditors.module.css';

/** Which creditors may be the same one, how they become one, and what was merged before. */
export function CreditorMerge() {
  const creditor = creditorHooks.useOne(useParam('creditorId'), {});
  return <Loaded of={creditor}>{(record) => <Merge key={record.id} creditor={record} />}</Loaded>;
}

function Merge({ creditor }: { readonly creditor: Creditor }) {
  const text = useText();
  const [chosen, setChosen] = useState<string>();
  const { suggestions } = creditor;
  const otherId = chosen ?? suggestions[0]?.id;
  return (
    <div className={styles.merge}>
      {suggestions.length > 0 && (
        <ul className={styles.choices}>
          {suggestions.map(({ id, name, reason, invoiceCount }) => (
            <li key={id} className={styles.choice}>
              <span>
                <strong>{name}</strong> {text(`invoicing.merge.because.${reason}`)},{' '}
                {text('invoicing.account.onInvoices', { count: invoiceCount })}
              </span>
              {id !== otherId && (
                <Button size="xs" onClick={() => setChosen(id)}>
                  {text('invoicing.merge.choose')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <OtherCreditor creditor={creditor} value={otherId} onChange={setChosen} />
      {otherId !== undefined && (
        <Pair creditor={creditor} otherId={otherId} onMerged={() => setChosen(undefined)} />
      )}
      <Merged creditor={creditor} />
    </div>
  );
}

interface PairProps {
  readonly creditor: Creditor;
  readonly otherId: string;
  readonly onMerged: () => void;
}

function Pair({ creditor, otherId, onMerged }: PairProps) {
  const text = useText();
  const notifyFailure = useNotifyFailure();
  const verb = useCreditorVerb(creditor.id);
  const { data: other } = creditorHooks.useOne(otherId, {});
  if (!other) return null;

  async function merge(from: Creditor) {
    const names = { from: from.name, into: creditor.name };
    const isSure = await confirm({
      title: text('invoicing.merge.title', names),
      body: text('invoicing.merge.body', { ...names, count: from.invoiceCount }),
      verb: text('invoicing.merge.verb'),
    });
    if (!isSure) return;
    try {
      await verb.mutateAsync({ verb: 'merge', body: { creditorId: from.id } });
    } catch (error) {
      notifyFailure(error);
      return;
    }
    notify({ meaning: 'ok', title: text('invoicing.merge.done'), body: names.into });
    onMerged();
  }

  return (
    <>
      <div className={styles.pair}>
        <Card creditor={creditor} isStaying />
        <Card creditor={other} isStaying={false} />
      </div>
      <p style={{ margin: 0, maxWidth: 720 }}>{text('invoicing.merge.explain')}</p>
      <div>
        <Button
          variant="filled"
          loading={verb.isPending}
          leftSection={<IconArrowMerge size={16} stroke={1.75} aria-hidden />}
          onClick={() => void merge(other)}
        >
          {text('invoicing.merge.verb')}
        </Button>
      </div>
    </>
  );
}

function Card({ creditor, isStaying }: { readonly creditor: Creditor; readonly isStaying: boolean }) {
  const text = useText();
  const word = text(isStaying ? 'invoicing.merge.stays' : 'invoicing.merge.goes');
  return (
    <section className={styles.card} aria-label={creditor.name}>
      <header>
        <strong>{creditor.name}</strong>
        <StatusChip
          meaning={isStaying ? 'ok' : 'neutral'}
          icon={isStaying ? IconCheck : IconArrowRight}
          word={word}
        />
      </header>
      <Facts
        layout="list"
        facts={[
          { label: text('invoicing.creditors.invoiceCount'), value: String(creditor.invoiceCount) },
          { label: text('invoicing.creditors.tab.accounts'), value: String(creditor.accountCount) },
          { label: text('invoicing.creditors.kvk'), value: creditor.kvk },
          {
            label: text('invoicing.creditors.numbers'),
            value: creditor.numbers.map(({ number }) => number).join(', '),
          },
        ]}
      />
    </section>
  );
}

/** What was merged into this one, each with the way back. */
function Merged({ creditor }: { readonly creditor: Creditor }) {
  const text = useText();
  const notifyFailure = useNotifyFailure();
  const verb = useCreditorVerb(creditor.id);
  if (creditor.merges.length === 0) return null;
  return (
    <section aria-label={text('invoicing.merge.before')}>
      <h3 className={styles.heading}>{text('invoicing.merge.before')}</h3>
      <ul className={styles.choices}>
        {creditor.merges.map(({ id, creditor: { name }, mergedAt, mergedBy }) => (
          <li key={id} className={styles.choice}>
            <span>
              {name} <span className="balie-empty">{momentBy(mergedAt, mergedBy)}</span>
            </span>
            <Button
              size="xs"
              loading={verb.isPending}
              onClick={() =>
                void verb
                  .mutateAsync({ verb: 'undo-merge', body: { mergeId: id } })
                  .then(
                    () => notify({ meaning: 'ok', title: text('invoicing.merge.undone'), body: name }),
                    notifyFailure,
                  )
              }
            >
              {text('invoicing.merge.undo')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
