import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { ActionIcon, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { type FlowCondition, flowDocumentTypes } from '#contract/invoicing/approval-flows.ts';
import { useAmountText } from '#portal/kit/form/use-amount-text.ts';
import { useText } from '#portal/kit/text.ts';
import { type FlowChoices, useFlowChoices } from './flow.api.ts';
import { amountLimits, conditionKinds, emptyCondition } from './flow.rules.ts';
import styles from './flow.module.css';

interface ConditionProps<C extends FlowCondition = FlowCondition> {
  readonly companyId: string;
  readonly condition: C;
  readonly choices: FlowChoices | undefined;
  readonly isGap: boolean;
  readonly onChange: (condition: FlowCondition) => void;
}

/** One condition of a rule: what is looked at, how, and the value. */
export function ConditionRow(props: ConditionProps & { readonly onRemove: () => void }) {
  const { condition, onChange, onRemove } = props;
  const text = useText();
  return (
    <div className={styles.condition}>
      <Select
        className={styles.kind}
        aria-label={text('invoicing.flow.conditionOn')}
        data={conditionKinds.map((kind) => ({ value: kind, label: text(`invoicing.flow.kind.${kind}`) }))}
        value={condition.kind}
        allowDeselect={false}
        onChange={(value) => {
          const kind = conditionKinds.find((one) => one === value);
          if (kind !== undefined && kind !== condition.kind) onChange(emptyCondition(kind));
        }}
      />
      <Value {...props} />
      <ActionIcon size={28} aria-label={text('invoicing.flow.removeCondition')} onClick={onRemove}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  );
}

function Value({ condition, ...rest }: ConditionProps) {
  switch (condition.kind) {
    case 'amount':
      return <Amount {...rest} condition={condition} />;
    case 'creditor':
      return <Creditors {...rest} condition={condition} />;
    case 'administration':
      return <Ids {...rest} condition={condition} options={rest.choices?.administrations ?? []} />;
    case 'costcenter':
    case 'ledger':
      return <Codes {...rest} condition={condition} />;
    case 'document':
      return <Documents {...rest} condition={condition} />;
  }
}

type Of<K extends FlowCondition['kind']> = Extract<FlowCondition, { kind: K }>;

function Amount({ condition, isGap, onChange }: ConditionProps<Of<'amount'>>) {
  const text = useText();
  const { above, upTo } = condition;
  // Which limits are shown, also while they are empty.
  const [limit, setLimit] = useState(
    above !== null && upTo !== null ? 'between' : upTo === null ? 'above' : 'upTo',
  );
  const gap = isGap && text('invoicing.flow.gap.amount');
  return (
    <>
      <Select
        className={styles.operator}
        aria-label={text('invoicing.flow.amount.how')}
        data={amountLimits.map((one) => ({ value: one, label: text(`invoicing.flow.amount.${one}Word`) }))}
        value={limit}
        allowDeselect={false}
        onChange={(value) => {
          const next = amountLimits.find((one) => one === value) ?? 'above';
          setLimit(next);
          const single = above ?? upTo;
          if (next === 'above') onChange({ kind: 'amount', above: single, upTo: null });
          if (next === 'upTo') onChange({ kind: 'amount', above: null, upTo: single });
        }}
      />
      {limit !== 'upTo' && (
        <Euros
          label={text('invoicing.flow.amount.aboveWord')}
          cents={above}
          gap={gap}
          onChange={(cents) => onChange({ ...condition, above: cents })}
        />
      )}
      {limit !== 'above' && (
        <Euros
          label={text('invoicing.flow.amount.upToWord')}
          cents={upTo}
          gap={gap}
          onChange={(cents) => onChange({ ...condition, upTo: cents })}
        />
      )}
    </>
  );
}

interface EurosProps {
  readonly label: string;
  readonly cents: number | null;
  readonly gap?: string | false;
  readonly onChange: (cents: number | null) => void;
}

/** An amount in euros of zero or more; a text that is none says so. */
export function Euros({ label, cents, gap = false, onChange }: EurosProps) {
  const text = useText();
  const [problem, setProblem] = useState(false);
  const amount = useAmountText({
    cents,
    onChange: (next) => onChange(next === null ? null : Math.abs(next)),
    onProblem: (code) => setProblem(code !== undefined),
  });
  return (
    <TextInput
      {...amount}
      className={styles.value}
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: 'balie-number' }}
      leftSection={<span className="balie-empty">€</span>}
      error={problem ? text('invoicing.flow.gap.amount') : gap}
    />
  );
}

interface IdsProps extends ConditionProps<Of<'administration' | 'creditor'>> {
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly onSearch?: (words: string) => void;
}

function Ids({ condition, options, isGap, onChange, onSearch }: IdsProps) {
  const text = useText();
  return (
    <>
      <span className={styles.operator}>{text('invoicing.flow.is')}</span>
      <MultiSelect
        className={styles.value}
        aria-label={text(`invoicing.flow.kind.${condition.kind}`)}
        data={options.map(({ id, name }) => ({ value: id, label: name }))}
        value={[...condition.ids]}
        searchable
        hidePickedOptions
        limit={100}
        {...(onSearch && { onSearchChange: onSearch })}
        nothingFoundMessage={text('kit.form.nothingFound')}
        {...(condition.ids.length === 0 && { placeholder: text('kit.form.choose') })}
        error={isGap && text('invoicing.flow.gap.choice')}
        onChange={(ids) => onChange({ ...condition, ids })}
      />
    </>
  );
}

function Creditors(props: ConditionProps<Of<'creditor'>>) {
  const [words, setWords] = useState('');
  const found = useFlowChoices(props.companyId, words);
  // Those that are chosen stay, whatever the words find.
  const known = new Map(
    [...(props.choices?.creditors ?? []), ...(found.data?.creditors ?? [])].map((one) => [one.id, one]),
  );
  return <Ids {...props} options={[...known.values()]} onSearch={setWords} />;
}

function Codes({ condition, choices, isGap, onChange }: ConditionProps<Of<'costcenter' | 'ledger'>>) {
  const text = useText();
  const options = (condition.kind === 'ledger' ? choices?.ledgers : choices?.costcenters) ?? [];
  return (
    <>
      <span className={styles.operator}>{text('invoicing.flow.is')}</span>
      <TagsInput
        className={styles.value}
        aria-label={text(`invoicing.flow.kind.${condition.kind}`)}
        data={options.map(({ code }) => code)}
        renderOption={({ option }) =>
          [option.value, options.find(({ code }) => code === option.value)?.name].filter(Boolean).join(' ')
        }
        value={[...condition.codes]}
        maxTags={100}
        {...(condition.codes.length === 0 && { placeholder: text('invoicing.flow.codes') })}
        error={isGap && text('invoicing.flow.gap.choice')}
        onChange={(codes) => onChange({ ...condition, codes })}
      />
    </>
  );
}

function Documents({ condition, isGap, onChange }: ConditionProps<Of<'document'>>) {
  const text = useText();
  return (
    <>
      <span className={styles.operator}>{text('invoicing.flow.is')}</span>
      <Select
        className={styles.value}
        aria-label={text('invoicing.flow.kind.document')}
        data={flowDocumentTypes.map((type) => ({
          value: type,
          label: text(`invoicing.flow.document.${type}`),
        }))}
        value={condition.types[0] ?? null}
        allowDeselect={false}
        placeholder={text('kit.form.choose')}
        error={isGap && text('invoicing.flow.gap.choice')}
        onChange={(value) => {
          const type = flowDocumentTypes.find((one) => one === value);
          if (type) onChange({ kind: 'document', types: [type] });
        }}
      />
    </>
  );
}
