import { Button, Switch, TextInput } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { IconCheck, IconLayoutList, IconPencil, IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatNumber } from '#contract/money.ts';
import { useMe } from '#portal/features/identity/index.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { valueAt } from '#portal/kit/form/paths.ts';
import { useField, type FieldProps } from '#portal/kit/form/use-field.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { Segments } from '#portal/kit/layout/segments.tsx';
import { choiceInWords, textsIn } from '#portal/kit/tree/choice-in-words.ts';
import { useText } from '#portal/kit/text.ts';
import { cellsOf, fits, levelOf, matrixOf, offeredChoices, type MatrixPart } from './right-matrix.ts';
import { rightText } from './right-text.ts';
import { RightsMatrix } from './rights-matrix.tsx';
import { hindranceWords, useRights, withoutEffect } from './use-rights.ts';
import styles from './rights.module.css';

interface RightsFieldProps<T extends object> extends FieldProps<T> {
  /** Whose people get them; null is everybody's. */
  readonly companyId: string | null;
  /** Which rights are offered at all; one function for as long as it offers the same. All when absent. */
  readonly offered?: (permission: string) => boolean;
}

type View = 'all' | 'chosen' | 'changed';

/**
 * A choice of rights: resource by action, each with its reach. Only what counts for the company is offered, unless
 * asked otherwise; those that the person does not have are locked.
 */
export function RightsField<T extends object>({ companyId, offered, ...props }: RightsFieldProps<T>) {
  const text = useText();
  const language = useLanguage();
  const me = useMe();
  const { data: all } = useRights(companyId);
  const rights = useMemo(() => (offered ? all?.filter(({ id }) => offered(id)) : all), [all, offered]);
  const [given] = useState(() => textsIn(valueAt(props.form.values, props.name)));
  const field = useField(props, (value, other) =>
    choiceInWords(textsIn(value), textsIn(other), (id) => rightText(id, text), text),
  );
  const { value } = field;
  const own = me.data?.companyId;
  const parts = useMemo(
    () => rights && own && matrixOf(rights, { given, isForOthers: companyId !== own }, text),
    [rights, given, companyId, own, text],
  );
  const chosen = useMemo(() => textsIn(value), [value]);
  const [search, setSearch] = useState('');
  const [view, setView] = useState<View>('all');
  const [onlyCounting, setOnlyCounting] = useState(true);
  const [onlyIdle, setOnlyIdle] = useState(false);
  const { label, error, description, disabled } = field.input;

  if (!parts || !rights) return <p role="status">{text('kit.detail.loading')}</p>;
  const idle = withoutEffect(rights, chosen);
  const counting = rights.filter(({ hindrance }) => hindrance === null).length;
  const changed = changedOf(parts, given, chosen);
  const idleCodes = new Set(idle.map(({ id }) => id.split('.').slice(0, 2).join('.')));
  const isIdleShown = onlyIdle && idle.length > 0;
  const shown = narrowed(parts, {
    search,
    view,
    given,
    chosen,
    onlyCounting,
    only: isIdleShown ? idleCodes : null,
  });
  const number = (of: number) => formatNumber(of, language);

  return (
    <div id={field.input.id} role="group" aria-label={field.name} tabIndex={-1} className={styles.field}>
      <span className="mantine-InputWrapper-label">{label}</span>
      <div className={styles.box} data-invalid={error ? true : undefined}>
        <div className={styles.tools}>
          <TextInput
            type="search"
            className={styles.search ?? ''}
            aria-label={text('core.rights.search')}
            placeholder={text('core.rights.search')}
            value={search}
            error={Boolean(error)}
            leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
            onChange={(event) => setSearch(event.currentTarget.value)}
            onKeyDown={(event) => {
              // Enter would save the form around it.
              if (event.key === 'Enter') event.preventDefault();
            }}
          />
          <Segments<View>
            label={text('core.rights.view.name')}
            value={view}
            onChange={setView}
            options={[
              { key: 'all', label: text('core.rights.view.all'), icon: IconLayoutList },
              {
                key: 'chosen',
                label: text('core.rights.view.chosen', { count: number(chosen.length) }),
                icon: IconCheck,
              },
              {
                key: 'changed',
                label: text('core.rights.view.changed', { count: number(changed) }),
                icon: IconPencil,
              },
            ]}
          />
          {counting < rights.length && (
            <div className={styles.counting}>
              <Switch
                checked={onlyCounting}
                onChange={(event) => setOnlyCounting(event.currentTarget.checked)}
                label={text('core.rights.onlyCounting')}
              />
              <span className="balie-empty balie-number" role="status">
                {text('core.rights.counting', { counting: number(counting), all: number(rights.length) })}
              </span>
            </div>
          )}
        </div>
        {idle.length > 0 && (
          <MessageBar
            meaning="warn"
            title={text('core.rights.withoutEffect', { count: idle.length })}
            actions={
              <>
                <Button
                  size="compact-sm"
                  aria-pressed={isIdleShown}
                  onClick={() => setOnlyIdle(!isIdleShown)}
                >
                  {text('core.rights.show')}
                </Button>
                <Button
                  size="compact-sm"
                  disabled={disabled}
                  onClick={() => {
                    const gone = new Set(idle.map(({ id }) => id));
                    field.set(chosen.filter((permission) => !gone.has(permission)));
                  }}
                >
                  {text('core.rights.take')}
                </Button>
              </>
            }
          >
            {hindranceWords(idle, text)}
          </MessageBar>
        )}
        <RightsMatrix
          parts={shown}
          search={search}
          given={given}
          chosen={chosen}
          onlyCounting={onlyCounting}
          isDisabled={disabled}
          onChange={(next) => field.set(next)}
        />
        <p className={styles.legend}>{text('core.rights.legend')}</p>
      </div>
      {(error || description) && (
        <div className={error ? 'mantine-InputWrapper-error' : 'mantine-InputWrapper-description'}>
          {error || description}
        </div>
      )}
    </div>
  );
}

interface Narrowing {
  readonly search: string;
  readonly view: View;
  readonly given: readonly string[];
  readonly chosen: readonly string[];
  readonly onlyCounting: boolean;
  /** The codes of the only rows to show; null for all. */
  readonly only: ReadonlySet<string> | null;
}

function narrowed(parts: readonly MatrixPart[], wish: Narrowing): MatrixPart[] {
  const [before, now] = [new Set(wish.given), new Set(wish.chosen)];
  return parts
    .map((part) => ({
      ...part,
      rows: part.rows.filter((row) => {
        const cells = [...row.cells.values()];
        if (wish.only !== null) return wish.only.has(row.code);
        if (!fits(row, wish.search)) return false;
        if (wish.view === 'chosen') return cells.some((cell) => levelOf(cell, now) !== null);
        if (wish.view === 'changed')
          return cells.some((cell) => levelOf(cell, before) !== levelOf(cell, now));
        return cells.some((cell) => offeredChoices(cell, now, wish.onlyCounting).length > 0);
      }),
    }))
    .filter(({ rows }) => rows.length > 0);
}

function changedOf(
  parts: readonly MatrixPart[],
  given: readonly string[],
  chosen: readonly string[],
): number {
  const [before, now] = [new Set(given), new Set(chosen)];
  return cellsOf(parts).filter((cell) => levelOf(cell, before) !== levelOf(cell, now)).length;
}
