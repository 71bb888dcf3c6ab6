import '@mantine/core/styles/Switch.layer.css';
import { Button, Select, Switch } from '@mantine/core';
import { useState } from 'react';
import { FailureBar } from '#portal/kit/feedback/failure-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import { type ApprovalSettings, useApprovalSettings, useSaveSettings } from './workload.api.ts';
import styles from './workload.module.css';

interface SettingsCardProps {
  readonly companyId: string;
  /** Who may approve. */
  readonly people: readonly { readonly id: string; readonly name: string }[];
}

/** How approval goes on by itself: the mail of a day, turns that stay where they are, several at once (§C13). */
export function SettingsCard(props: SettingsCardProps) {
  const { data } = useApprovalSettings(props.companyId);
  return data ? <Card key={data.rowVersion} {...props} stored={data} /> : null;
}

const afterDays = [1, 2, 3, 5, 10, 20];

function Card({ companyId, people, stored }: SettingsCardProps & { readonly stored: ApprovalSettings }) {
  const text = useText();
  const save = useSaveSettings(companyId);
  const [values, setValues] = useState(stored);
  const set = (change: Partial<ApprovalSettings>) => setValues((now) => ({ ...now, ...change }));
  const label = (name: string) => text(`invoicing.settings.${name}`);
  const days = [...new Set([...afterDays, ...(values.escalateAfter === null ? [] : [values.escalateAfter])])];
  return (
    <section className={styles.card} aria-label={label('title')}>
      <h2>{label('title')}</h2>
      <div className={styles.fields}>
        <Select
          label={label('digest')}
          description={label('digestHint')}
          data={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }))}
          value={values.digestHour === null ? null : String(values.digestHour)}
          placeholder={label('never')}
          clearable
          onChange={(hour) => set({ digestHour: hour === null ? null : Number(hour) })}
        />
        <Select
          label={label('escalateAfter')}
          description={label('escalateAfterHint')}
          data={days
            .toSorted((one, other) => one - other)
            .map((count) => ({ value: String(count), label: text('invoicing.settings.days', { count }) }))}
          value={values.escalateAfter === null ? null : String(values.escalateAfter)}
          placeholder={label('never')}
          clearable
          onChange={(after) => set({ escalateAfter: after === null ? null : Number(after) })}
        />
        <Select
          label={label('escalateTo')}
          description={label('escalateToHint')}
          data={people.map(({ id, name }) => ({ value: id, label: name }))}
          value={values.escalateTo}
          placeholder={label('next')}
          clearable
          onChange={(escalateTo) => set({ escalateTo })}
        />
      </div>
      <Switch
        label={label('bulk')}
        description={label('bulkHint')}
        checked={values.bulkNeedsOpened}
        onChange={({ currentTarget }) => set({ bulkNeedsOpened: currentTarget.checked })}
      />
      <Switch
        label={label('turns')}
        description={label('turnsHint')}
        checked={values.mailsTurns}
        onChange={({ currentTarget }) => set({ mailsTurns: currentTarget.checked })}
      />
      {save.error && <FailureBar error={save.error} />}
      <Button
        className={styles.save}
        loading={save.isPending}
        onClick={() =>
          save.mutate(values, {
            onSuccess: () => notify({ meaning: 'ok', title: label('saved') }),
          })
        }
      >
        {text('kit.save')}
      </Button>
    </section>
  );
}
