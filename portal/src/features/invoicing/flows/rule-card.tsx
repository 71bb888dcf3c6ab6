import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import {
  IconChevronUp,
  IconCopy,
  IconDots,
  IconGripVertical,
  IconPlus,
  IconTargetArrow,
  IconTrash,
  IconUserPlus,
} from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { FlowContent, FlowRule } from '#contract/invoicing/approval-flows.ts';
import { cx } from '#portal/kit/cx.ts';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useText } from '#portal/kit/text.ts';
import { ConditionRow } from './condition-row.tsx';
import type { FlowChoices } from './flow.api.ts';
import { addsSecond, emptyCondition, emptyStep } from './flow.rules.ts';
import type { FlowWords } from './flow-words.ts';
import { StepBoxes, StepRows } from './steps.tsx';
import styles from './flow.module.css';

interface RuleCardProps {
  readonly companyId: string;
  readonly rule: FlowRule;
  /** From 0. */
  readonly place: number;
  readonly content: FlowContent;
  readonly choices: FlowChoices | undefined;
  readonly words: FlowWords;
  readonly gaps: ReadonlySet<string>;
  /** The tested invoice follows it. */
  readonly isMatched: boolean;
  readonly isOpen: boolean;
  readonly mayEdit: boolean;
  /** The key of the rule that is being dragged. */
  readonly dragged: string | undefined;
  readonly onDrag: (isHeld: boolean) => void;
  readonly onDropped: () => void;
  readonly onToggle: () => void;
  readonly onMove: (step: 1 | -1) => void;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
  readonly onChange: (rule: FlowRule) => void;
}

/** One rule: a summary, or its fields while it is open. Alt with an arrow moves it, and so does dragging its grip. */
export function RuleCard(props: RuleCardProps) {
  const { rule, place, isMatched, isOpen, mayEdit, dragged, onMove, onToggle } = props;
  const text = useText();
  const [isOver, setOver] = useState(false);
  const grip = useRef<HTMLButtonElement>(null);
  const name = rule.name || text('invoicing.flow.unnamed');

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key];
    if (!mayEdit || !event.altKey || step === undefined) return;
    event.preventDefault();
    onMove(step);
    // A moved element loses the focus in some browsers.
    const held = document.activeElement;
    requestAnimationFrame(() => held instanceof HTMLElement && held.isConnected && held.focus());
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its grip has the focus; a row is where one drops
    <li
      className={cx(styles.rule, isOpen && styles.open, isOver && styles.over)}
      data-matched={isMatched || undefined}
      onKeyDown={onKeyDown}
      onDragOver={(event) => {
        if (dragged === undefined) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        props.onDropped();
      }}
    >
      <div className={styles.ruleHead}>
        {mayEdit && (
          <ActionIcon
            ref={grip}
            size={24}
            className={styles.grip}
            draggable
            aria-label={text('invoicing.flow.grip', { name })}
            title={text('invoicing.flow.gripHint')}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', name);
              props.onDrag(true);
            }}
            onDragEnd={() => props.onDrag(false)}
          >
            <IconGripVertical size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
        <span className={styles.place}>{place + 1}</span>
        {isOpen ? (
          <TextInput
            className={styles.nameField}
            aria-label={text('invoicing.flow.name')}
            placeholder={text('invoicing.flow.name')}
            value={rule.name}
            maxLength={80}
            error={props.gaps.has(`rules.${place}.name`) && text('invoicing.flow.gap.name')}
            onChange={({ currentTarget }) => props.onChange({ ...rule, name: currentTarget.value })}
          />
        ) : mayEdit ? (
          <button type="button" className={styles.ruleName} aria-expanded={false} onClick={onToggle}>
            {name}
          </button>
        ) : (
          <strong className={styles.ruleName}>{name}</strong>
        )}
        {isMatched && (
          <StatusChip meaning="ok" icon={IconTargetArrow} word={text('invoicing.flow.fitsThis')} />
        )}
        {mayEdit && <Buttons {...props} name={name} />}
      </div>
      <div className={styles.ruleBody}>{isOpen ? <Fields {...props} /> : <Summary {...props} />}</div>
    </li>
  );
}

function Buttons(props: RuleCardProps & { readonly name: string }) {
  const { name, isOpen, onCopy, onRemove, onToggle, onMove } = props;
  const text = useText();
  const remove = (
    <ActionIcon
      size={28}
      aria-label={text('invoicing.flow.remove', { name })}
      title={text('kit.remove.verb')}
      onClick={onRemove}
    >
      <IconTrash size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
  return (
    <span className={styles.ruleButtons}>
      <ActionIcon
        size={28}
        aria-label={text('invoicing.flow.copy', { name })}
        title={text('invoicing.flow.copyVerb')}
        onClick={onCopy}
      >
        <IconCopy size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      {isOpen ? (
        <>
          {remove}
          <ActionIcon
            size={28}
            aria-expanded
            aria-label={text('invoicing.flow.close', { name })}
            onClick={onToggle}
          >
            <IconChevronUp size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </>
      ) : (
        <Menu>
          <Menu.Target>
            <ActionIcon size={28} aria-label={text('invoicing.flow.more', { name })}>
              <IconDots size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onMove(-1)}>{text('invoicing.flow.up')}</Menu.Item>
            <Menu.Item onClick={() => onMove(1)}>{text('invoicing.flow.down')}</Menu.Item>
            <Menu.Item data-danger onClick={onRemove}>
              {text('kit.remove.verb')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  );
}

function Summary({ rule, content, words }: RuleCardProps) {
  const text = useText();
  return (
    <>
      <p className={styles.conditions}>
        {rule.conditions.map((condition, index) => (
          <span key={index}>
            {words.kindOf(condition)} {words.isOf(condition)} <strong>{words.valueOf(condition)}</strong>
          </span>
        ))}
        {rule.conditions.length === 0 && text('invoicing.flow.gap.conditions')}
      </p>
      <StepBoxes steps={rule.steps} words={words} />
      {addsSecond(content, rule) && content.fourEyes !== null && (
        <p className={styles.second}>
          <IconUserPlus size={16} stroke={1.75} aria-hidden />
          <span>
            {content.fourEyes.secondApproverId === null
              ? text('invoicing.flow.onePerson', { above: words.money(content.fourEyes.above) })
              : text('invoicing.flow.secondJoins', {
                  above: words.money(content.fourEyes.above),
                  name: words.nameOf(content.fourEyes.secondApproverId),
                })}
          </span>
        </p>
      )}
    </>
  );
}

function Fields({ companyId, rule, place, choices, gaps, onChange }: RuleCardProps) {
  const text = useText();
  const { conditions, steps } = rule;
  const path = `rules.${place}`;
  return (
    <div className={styles.fields}>
      <div>
        <h3>{text('invoicing.flow.ifAll')}</h3>
        {conditions.map((condition, index) => (
          <ConditionRow
            key={index}
            companyId={companyId}
            condition={condition}
            choices={choices}
            isGap={[...gaps].some((gap) => gap.startsWith(`${path}.conditions.${index}.`))}
            onChange={(next) => onChange({ ...rule, conditions: conditions.with(index, next) })}
            onRemove={() => onChange({ ...rule, conditions: conditions.toSpliced(index, 1) })}
          />
        ))}
        {gaps.has(`${path}.conditions`) && (
          <p className={styles.gap}>{text('invoicing.flow.gap.conditions')}</p>
        )}
        <p className={styles.adding}>
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            disabled={conditions.length >= 10}
            onClick={() => onChange({ ...rule, conditions: [...conditions, emptyCondition('amount')] })}
          >
            {text('invoicing.flow.condition')}
          </Button>
          <span className="balie-empty">{text('invoicing.flow.anyLine')}</span>
        </p>
      </div>
      <div>
        <h3>{text('invoicing.flow.thenInOrder')}</h3>
        <StepRows
          steps={steps}
          choices={choices}
          gaps={gaps}
          place={`${path}.steps`}
          onChange={(next) => onChange({ ...rule, steps: next })}
          emptyStep={emptyStep}
        />
      </div>
    </div>
  );
}
