import { Button, Checkbox } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowRight,
  IconCircleCheck,
  IconFlask,
  IconPlayerPlay,
  IconTrafficLights,
  type TablerIcon,
} from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { formatDay } from '#contract/dates.ts';
import { patternFields, type TryAnswer, type ValueField } from '#contract/documents/triggers.ts';
import { formatMoney, formatNumber } from '#contract/money.ts';
import { FieldError } from '#portal/kit/form/use-field.tsx';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { fieldErrors } from '#portal/kit/data/error-store.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import type { Meaning } from '#portal/kit/theme-colors.ts';
import type { TriggerDraft } from './trigger-draft.ts';
import type { Trial } from './use-trigger-work.ts';
import styles from './triggers.module.css';

type Tried = TryAnswer['recognises']['first'][number];

const groups = [
  { kind: 'changes', meaning: 'warn', icon: IconAlertTriangle },
  { kind: 'ties', meaning: 'warn', icon: IconTrafficLights },
  { kind: 'recognises', meaning: 'ok', icon: IconCircleCheck },
  { kind: 'partly', meaning: 'neutral', icon: IconAlertTriangle },
] as const;
type Kind = (typeof groups)[number]['kind'];

interface TryPanelProps {
  readonly form: ResourceForm<TriggerDraft>;
  readonly trial: Trial;
  /** Shows a document in the editor. */
  readonly onShow: (documentId: string) => void;
  readonly isReadOnly: boolean;
}

/** What the trigger would do to all documents, before it is saved. */
export function TryPanel({ form, trial, onShow, isReadOnly }: TryPanelProps) {
  const text = useText();
  const language = useLanguage();
  const { answer, isStale, isBusy } = trial;
  const counts = answer && {
    unknown: formatNumber(answer.unknownChecked, language),
    known: formatNumber(answer.knownChecked, language),
  };
  return (
    <section className={styles.trial} aria-label={text('documentsWork.trial.title')}>
      <header>
        <h2>
          <IconFlask size={18} stroke={1.75} aria-hidden /> {text('documentsWork.trial.title')}
        </h2>
        <Button
          size="xs"
          loading={isBusy}
          leftSection={<IconPlayerPlay size={14} stroke={1.75} aria-hidden />}
          onClick={trial.run}
        >
          {text(answer ? 'documentsWork.trial.again' : 'documentsWork.trial.run')}
        </Button>
      </header>
      <p role="status">
        {counts ? text('documentsWork.trial.over', counts) : text('documentsWork.trial.hint')}
      </p>
      {trial.error && <Failure error={trial.error} />}
      {answer && isStale && <MessageBar meaning="warn">{text('documentsWork.trial.stale')}</MessageBar>}
      {answer && !answer.isComplete && (
        <MessageBar meaning="warn">{text('documentsWork.trial.incomplete')}</MessageBar>
      )}
      {answer && (
        <>
          <dl className={styles.counts}>
            {(['recognises', 'changes', 'ties'] as const).map((kind) => (
              <div key={kind}>
                <dt>{text(`documentsWork.trial.${kind}`)}</dt>
                <dd>{formatNumber(answer[kind].count, language)}</dd>
              </div>
            ))}
          </dl>
          {answer.agrees > 0 && <p>{text('documentsWork.trial.agrees', { count: answer.agrees })}</p>}
          {groups.map((group) => (
            <Fragment key={group.kind}>
              {/* Below the conflicts that are confirmed. */}
              {group.kind === 'recognises' && answer.hasConflicts && !isReadOnly && (
                <Confirm form={form} count={answer.changes.count + answer.ties.count} />
              )}
              <Group {...group} tried={answer[group.kind]} onShow={onShow} />
            </Fragment>
          ))}
        </>
      )}
    </section>
  );
}

/** Why the trial was refused, with the names of the fields: they are in another column. */
function Failure({ error }: { readonly error: Error }) {
  const text = useText();
  const { title, hint } = errorWords(error, text);
  const wrong = fieldErrors(error);
  const named = (['naam', ...patternFields] as const).flatMap((name) => {
    const sentences = wrong[name] ?? wrong[`trigger_${name}`];
    return sentences === undefined
      ? []
      : [`${text(`documentsWork.trigger.${name}`)}: ${sentences.join(' ')}`];
  });
  return (
    <MessageBar meaning="bad" isAlert title={title}>
      {named.length > 0 ? named.map((sentence) => <div key={sentence}>{sentence}</div>) : hint}
    </MessageBar>
  );
}

function Confirm({ form, count }: { readonly form: ResourceForm<TriggerDraft>; readonly count: number }) {
  const text = useText();
  const errors = form.errors['conflicts_confirmed'];
  return (
    <Checkbox
      label={text('documentsWork.trial.confirm', { count })}
      error={errors && <FieldError sentences={errors} />}
      checked={form.values.conflictsConfirmed}
      onChange={({ currentTarget }) => form.set('conflictsConfirmed', currentTarget.checked)}
    />
  );
}

interface GroupProps {
  readonly kind: Kind;
  readonly meaning: Meaning;
  readonly icon: TablerIcon;
  readonly tried: TryAnswer['recognises'];
  readonly onShow: (documentId: string) => void;
}

/** The number of documents in view before the others are asked for. */
const maxAtFirst = 4;

function Group({ kind, meaning, icon: Icon, tried, onShow }: GroupProps) {
  const text = useText();
  const [showsAll, setShowsAll] = useState(false);
  if (tried.count === 0) return null;
  const shown = showsAll ? tried.first : tried.first.slice(0, maxAtFirst);
  return (
    <div className={styles.group}>
      <h3 style={{ color: `var(--balie-${meaning})` }}>
        <Icon size={16} stroke={1.75} aria-hidden /> {text(`documentsWork.trial.group.${kind}`)}
      </h3>
      <ul>
        {shown.map((document) => (
          <li key={document.id}>
            <button
              type="button"
              className={styles.tried}
              title={document.filename}
              onClick={() => onShow(document.id)}
            >
              {document.documentId}
            </button>
            <Outcome kind={kind} tried={document} />
          </li>
        ))}
      </ul>
      {tried.first.length > shown.length && (
        <button type="button" className={`balie-link ${styles.all}`} onClick={() => setShowsAll(true)}>
          {text('documentsWork.trial.all', { count: tried.first.length })}
        </button>
      )}
      {showsAll && tried.count > tried.first.length && (
        <p>{text('documentsWork.trial.others', { count: tried.count - tried.first.length })}</p>
      )}
    </div>
  );
}

function Outcome({ kind, tried }: { readonly kind: Kind; readonly tried: Tried }) {
  const text = useText();
  const language = useLanguage();
  const show = (field: ValueField, value: string | null) =>
    value === null ? '–' : shownValue(field, value, language);
  if (kind === 'ties' || (kind === 'recognises' && tried.otherTrigger?.isEqual)) {
    return <span>{text('documentsWork.trial.other', { name: tried.otherTrigger?.naam ?? '' })}</span>;
  }
  if (kind === 'changes') {
    return (
      <span className={styles.changes}>
        {tried.values
          .filter(({ now, then }) => now !== then)
          .map(({ field, now, then }) => (
            <span key={field}>
              <span className={styles.what}>{text(`documentsWork.example.field.${field}`)}</span>{' '}
              <s>{show(field, now)}</s>{' '}
              <IconArrowRight size={14} stroke={1.75} aria-label={text('documentsWork.trial.becomes')} />{' '}
              <strong>{show(field, then)}</strong>
            </span>
          ))}
      </span>
    );
  }
  if (kind === 'partly') {
    const missing = tried.values
      .filter(({ then }) => then === null)
      .map(({ field }) => text(`documentsWork.example.field.${field}`));
    return <span>{text('documentsWork.trial.lacks', { fields: missing.join(', ') })}</span>;
  }
  const total = tried.values.find(({ field }) => field === 'totaalbedrag')?.then ?? null;
  return <span className="balie-number">{show('totaalbedrag', total)}</span>;
}

function shownValue(field: ValueField, value: string, language: 'nl' | 'en'): string {
  if (field === 'factuurdatum') return formatDay(value);
  return field === 'totaalbedrag' && /^-?\d+$/.test(value)
    ? formatMoney(Number(value), 'EUR', language)
    : value;
}
