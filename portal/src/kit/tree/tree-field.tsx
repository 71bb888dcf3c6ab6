import { useId, useMemo } from 'react';
import { formatNumber } from '#contract/money.ts';
import { useField, type FieldProps } from '../form/use-field.tsx';
import { useLanguage } from '../format/use-language.ts';
import { useText } from '../text.ts';
import { choiceInWords, textsIn } from './choice-in-words.ts';
import { leafNames, statesOf, type TreeNode } from './tree.rules.ts';
import { TreeTools, useTreeSearch } from './tree-tools.tsx';
import { Tree } from './tree.tsx';
import styles from './tree.module.css';

interface TreeFieldProps<T extends object> extends FieldProps<T> {
  /** Branches and leaves; the ids of ticked leaves are the value. Undefined while they come. */
  readonly nodes: readonly TreeNode[] | undefined;
  /** Text key: the name of the search box and its grey words. */
  readonly search: string;
  readonly openAtFirst?: readonly string[];
  /** Any CSS length. */
  readonly height?: string;
  /** Text key: why a locked leaf is locked. */
  readonly locked?: string;
}

/** Many of very many as a tree with boxes, with a search and a view of only what is chosen; the value is a list of ids. */
export function TreeField<T extends object>(props: TreeFieldProps<T>) {
  const { nodes, search: searchLabel, openAtFirst = [], height = '340px', locked } = props;
  const text = useText();
  const language = useLanguage();
  const about = useId();
  const state = useTreeSearch();
  const field = useField(props, (value, other) => {
    const names = leafNames(nodes ?? []);
    return choiceInWords(textsIn(value), textsIn(other), (id) => names.get(id) ?? id, text);
  });
  const { value } = field;
  const chosen = useMemo(() => new Set(textsIn(value)), [value]);
  const states = useMemo(() => statesOf(nodes ?? [], chosen), [nodes, chosen]);
  const sumOf = (key: 'chosen' | 'total') =>
    formatNumber(nodes?.reduce((sum, { id }) => sum + (states.get(id)?.[key] ?? 0), 0) ?? 0, language);
  const { label, error, description, disabled } = field.input;

  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <span className="mantine-InputWrapper-label">{label}</span>
        {nodes && (
          <span className="balie-empty balie-number" role="status">
            {text('kit.tree.count', { chosen: sumOf('chosen'), total: sumOf('total') })}
          </span>
        )}
      </div>
      <div className={styles.box} data-invalid={error ? true : undefined}>
        <div className={styles.bar}>
          <TreeTools state={state} label={text(searchLabel)} onlyChosenLabel={text('kit.tree.onlyChosen')} />
        </div>
        {nodes === undefined ? (
          <p className={styles.none} role="status">
            {text('kit.detail.loading')}
          </p>
        ) : (
          <Tree
            label={field.name}
            nodes={nodes}
            chosen={chosen}
            onChange={(next) => field.set([...next].toSorted())}
            search={state.search}
            onlyChosen={state.onlyChosen}
            openAtFirst={openAtFirst}
            height={height}
            isDisabled={disabled}
            isInvalid={Boolean(error)}
            describedBy={error || description ? about : undefined}
            {...(locked === undefined ? {} : { lockedWords: text(locked) })}
          />
        )}
      </div>
      {(error || description) && (
        <div id={about} className={error ? 'mantine-InputWrapper-error' : 'mantine-InputWrapper-description'}>
          {error || description}
        </div>
      )}
    </div>
  );
}
