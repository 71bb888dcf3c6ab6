import { Button } from '@mantine/core';
import { IconLock, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { FlowRule } from '#contract/invoicing/approval-flows.ts';
import { useText } from '#portal/kit/text.ts';
import type { FlowChoices } from './flow.api.ts';
import { emptyRule, emptyStep, moved, ruleWithGap } from './flow.rules.ts';
import type { FlowWords } from './flow-words.ts';
import { RuleCard } from './rule-card.tsx';
import { StepBoxes, StepRows } from './steps.tsx';
import { type FlowDraft, keyed } from './use-flow-draft.ts';
import styles from './flow.module.css';

interface RulesEditorProps {
  readonly companyId: string;
  readonly draft: FlowDraft;
  readonly choices: FlowChoices | undefined;
  readonly words: FlowWords;
  /** What is unfinished, by its place. */
  readonly gaps: ReadonlySet<string>;
  /** The rule that the tested invoice follows, from 1; 0 is 'otherwise'. */
  readonly matched: number | undefined;
  readonly mayEdit: boolean;
}

/** The rules in their order, with 'otherwise' at the end; one is open at a time. */
export function RulesEditor(props: RulesEditorProps) {
  const { draft, choices, words, gaps, matched, mayEdit } = props;
  const text = useText();
  const [opened, setOpened] = useState<string>();
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<string>();
  const { rules, otherwise } = draft.edited;
  const gap = ruleWithGap(gaps);
  // What is unfinished stands open.
  const openKey = opened ?? (gap === undefined ? undefined : rules[gap]?.key);

  const setRules = (edit: (before: typeof rules) => typeof rules) =>
    draft.change((before) => ({ ...before, rules: edit(before.rules) }));
  function move(key: string, to: number) {
    const from = rules.findIndex((one) => one.key === key);
    const place = Math.min(Math.max(to, 0), rules.length - 1);
    if (from < 0 || place === from) return;
    setRules((before) => moved(before, from, place));
    setSaid(
      text('invoicing.flow.movedTo', {
        name: rules[from]?.rule.name ?? '',
        place: place + 1,
        of: rules.length,
      }),
    );
  }
  function add(rule: FlowRule, at: number) {
    const made = keyed(rule);
    setRules((before) => before.toSpliced(at, 0, made));
    setOpened(made.key);
  }
  const isEmpty = rules.length === 0 && otherwise.length === 0;

  return (
    <section aria-label={text('invoicing.flow.rules')}>
      <header className={styles.rulesHead}>
        <h2>
          {text('invoicing.flow.rules')}{' '}
          <span className="balie-empty">{text('invoicing.flow.firstCounts')}</span>
        </h2>
        {mayEdit && (
          <Button
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => add(emptyRule, rules.length)}
          >
            {text('invoicing.flow.addRule')}
          </Button>
        )}
      </header>
      <p className="balie-hidden" role="status">
        {said}
      </p>
      {isEmpty && <p className={styles.empty}>{text('invoicing.flow.none')}</p>}
      <ol className={styles.rules}>
        {rules.map(({ key, rule }, index) => (
          <RuleCard
            key={key}
            companyId={props.companyId}
            rule={rule}
            place={index}
            content={draft.content}
            choices={choices}
            words={words}
            gaps={gaps}
            isMatched={matched === index + 1}
            isOpen={mayEdit && openKey === key}
            mayEdit={mayEdit}
            dragged={dragged}
            onDrag={(isHeld) => setDragged(isHeld ? key : undefined)}
            onDropped={() => dragged !== undefined && move(dragged, index)}
            onToggle={() => setOpened(openKey === key ? '' : key)}
            onMove={(step) => move(key, index + step)}
            onCopy={() =>
              add({ ...rule, name: text('invoicing.flow.copyOf', { name: rule.name }) }, index + 1)
            }
            onRemove={() => setRules((before) => before.filter((one) => one.key !== key))}
            onChange={(next) =>
              setRules((before) => before.map((one) => (one.key === key ? { key, rule: next } : one)))
            }
          />
        ))}
        <li className={styles.rule} data-matched={matched === 0 || undefined}>
          <div className={styles.ruleHead}>
            <IconLock size={16} stroke={1.75} aria-hidden className={styles.lock} />
            <strong className={styles.ruleName}>{text('invoicing.flow.otherwise')}</strong>
          </div>
          <div className={styles.ruleBody}>
            <p className={styles.conditions}>{text('invoicing.flow.otherwiseHint')}</p>
            {mayEdit ? (
              <StepRows
                steps={otherwise}
                choices={choices}
                gaps={gaps}
                place="otherwise"
                onChange={(steps) => draft.change((before) => ({ ...before, otherwise: steps }))}
                emptyStep={emptyStep}
              />
            ) : (
              <StepBoxes steps={otherwise} words={words} />
            )}
          </div>
        </li>
      </ol>
    </section>
  );
}
