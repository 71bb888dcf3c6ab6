import '@mantine/core/styles/Switch.layer.css';
import { Select, Switch } from '@mantine/core';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useText } from '#portal/kit/text.ts';
import { Euros } from './condition-row.tsx';
import type { FlowChoices, FourEyes } from './flow.api.ts';
import type { FlowWords } from './flow-words.ts';
import type { FlowDraft } from './use-flow-draft.ts';
import styles from './flow.module.css';

/** Where the editor's link to the setting leads. */
export const fourEyesId = 'flow-four-eyes';

interface FourEyesCardProps {
  readonly draft: FlowDraft;
  readonly choices: FlowChoices | undefined;
  readonly words: FlowWords;
  readonly mayEdit: boolean;
}

/** Above an amount two people approve; who joins when the flow gives one (§C13). */
export function FourEyesCard({ draft, choices, words, mayEdit }: FourEyesCardProps) {
  const text = useText();
  const { fourEyes } = draft.edited;
  const set = (next: FourEyes) => draft.change((before) => ({ ...before, fourEyes: next }));
  const people = choices?.people ?? [];
  return (
    <section id={fourEyesId} className={styles.card} aria-label={text('invoicing.flow.fourEyes.title')}>
      <div className={styles.fourEyes}>
        <Switch
          className={styles.switch}
          label={<strong>{text('invoicing.flow.fourEyes.title')}</strong>}
          description={text('invoicing.flow.fourEyes.hint')}
          checked={fourEyes !== null}
          disabled={!mayEdit}
          onChange={({ currentTarget }) =>
            set(currentTarget.checked ? { above: 500_000, secondApproverId: null } : null)
          }
        />
        {fourEyes !== null && mayEdit && (
          <>
            <div className={styles.labelled}>
              <span className="mantine-InputWrapper-label">{text('invoicing.flow.fourEyes.above')}</span>
              <Euros
                label={text('invoicing.flow.fourEyes.above')}
                cents={fourEyes.above}
                onChange={(above) => set({ ...fourEyes, above: above ?? 0 })}
              />
              <small>
                {text('invoicing.flow.fourEyes.boundary', { above: words.money(fourEyes.above + 1) })}
              </small>
            </div>
            <Select
              className={styles.labelled}
              label={text('invoicing.flow.fourEyes.second')}
              description={text('invoicing.flow.fourEyes.secondHint')}
              data={people.map(({ id, name }) => ({ value: id, label: name }))}
              value={fourEyes.secondApproverId}
              clearable
              searchable={people.length > 8}
              placeholder={text('kit.form.choose')}
              onChange={(secondApproverId) => set({ ...fourEyes, secondApproverId })}
            />
          </>
        )}
        {fourEyes !== null && !mayEdit && (
          <p>
            {text('invoicing.flow.fourEyes.line', {
              above: words.money(fourEyes.above),
              name: fourEyes.secondApproverId === null ? '–' : words.nameOf(fourEyes.secondApproverId),
            })}
          </p>
        )}
      </div>
      {fourEyes !== null && choices !== undefined && people.length < 2 && (
        <MessageBar meaning="warn">{text('invoicing.flow.fourEyes.onlyOne')}</MessageBar>
      )}
      <p className="balie-empty">{text('invoicing.flow.fourEyes.explained')}</p>
    </section>
  );
}
