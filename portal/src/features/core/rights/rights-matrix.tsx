import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { cx } from '#portal/kit/cx.ts';
import { fold } from '#portal/kit/fold.ts';
import { useText } from '#portal/kit/text.ts';
import {
  everythingOf,
  levelOf,
  mainActions,
  nothingOf,
  offeredChoices,
  withLevel,
  type Cell,
  type Level,
  type MatrixPart,
  type MatrixRow,
} from './right-matrix.ts';
import styles from './rights.module.css';

interface RightsMatrixProps {
  readonly parts: readonly MatrixPart[];
  readonly search: string;
  /** What was given when the form was opened. */
  readonly given: readonly string[];
  readonly chosen: readonly string[];
  readonly onlyCounting: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Resources by actions; a level is chosen by its first letter too. */
export function RightsMatrix({ parts, search, isDisabled, chosen, onChange, ...rest }: RightsMatrixProps) {
  const text = useText();
  if (parts.length === 0) return <p className={styles.none}>{text('core.rights.nothingFound')}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <div className={styles.scroller} role="region" aria-label={text('core.rights.byPart')} tabIndex={0}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">{text('core.rights.module')}</th>
            {mainActions.map((action) => (
              <th key={action} scope="col">
                {text(`core.rights.column.${action}`)}
              </th>
            ))}
            <th scope="col">{text('core.rights.column.special')}</th>
          </tr>
        </thead>
        {parts.map((part) => (
          <tbody key={part.prefix}>
            <tr className={styles.part}>
              <th scope="rowgroup" colSpan={mainActions.length + 2}>
                <div className={styles.partHead}>
                  {part.label}
                  {!isDisabled && (
                    <span>
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        onClick={() => onChange(everythingOf(part, chosen))}
                        aria-label={text('core.rights.everythingOf', { part: part.label })}
                      >
                        {text('core.rights.everything')}
                      </Button>
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        onClick={() => onChange(nothingOf(part, chosen))}
                        aria-label={text('core.rights.nothingOf', { part: part.label })}
                      >
                        {text('core.rights.nothing')}
                      </Button>
                    </span>
                  )}
                </div>
              </th>
            </tr>
            {part.rows.map((row) => (
              <Row key={row.code} {...rest} {...{ row, search, isDisabled, chosen, onChange }} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

type RowProps = Omit<RightsMatrixProps, 'parts'> & { readonly row: MatrixRow };

function Row({ row, search, ...rest }: RowProps) {
  const special = [...row.cells.values()].filter(({ action }) => !isMain(action));
  return (
    <tr>
      <th scope="row">
        <span className={styles.name}>
          <Found text={row.label} search={search} />
        </span>
        <code>
          <Found text={row.code} search={search} />
        </code>
      </th>
      {mainActions.map((action) => {
        const cell = row.cells.get(action);
        return (
          <td key={action} data-label={cell?.label} className={cx(!cell && styles.blank)}>
            {cell && <Level row={row} cell={cell} {...rest} />}
          </td>
        );
      })}
      <td className={cx(styles.special, special.length === 0 && styles.blank)}>
        {special.map((cell) => (
          <span key={cell.base} className={styles.specialCell}>
            <span>{cell.label}</span>
            <Level row={row} cell={cell} {...rest} />
          </span>
        ))}
      </td>
    </tr>
  );
}

type LevelProps = Omit<RowProps, 'search'> & { readonly cell: Cell };

function Level({ row, cell, given, chosen, onlyCounting, isDisabled, onChange }: LevelProps) {
  const text = useText();
  const now = new Set(chosen);
  const choices = offeredChoices(cell, now, onlyCounting);
  const level = levelOf(cell, now);
  const before = levelOf(cell, new Set(given));
  if (choices.length === 0) return null;
  const words = (of: Level | null) => text(`core.rights.level.${of ?? 'none'}`);
  const hindrance = choices.find((choice) => choice.level === level)?.hindrance ?? null;
  return (
    <span className={styles.level}>
      <select
        className={cx('balie-select', styles.choice)}
        aria-label={text('core.rights.cell', { resource: row.label, action: cell.label })}
        value={level ?? ''}
        disabled={isDisabled}
        data-level={level ?? undefined}
        data-idle={hindrance !== null || undefined}
        onChange={({ currentTarget: { value } }) =>
          onChange(withLevel(chosen, cell, choices.find((choice) => choice.level === value)?.level ?? null))
        }
      >
        <option value="">{words(null)}</option>
        {choices.map((choice) => (
          <option key={choice.level} value={choice.level} disabled={choice.isLocked}>
            {choice.isLocked
              ? text('core.rights.locked', { level: words(choice.level) })
              : words(choice.level)}
          </option>
        ))}
      </select>
      {hindrance !== null && (
        <span className={styles.idle}>
          <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
          {text('core.rights.noEffect')}
        </span>
      )}
      {before !== level && (
        <span className={styles.was}>{text('core.rights.was', { level: words(before) })}</span>
      )}
    </span>
  );
}

/** A text with the first word of the search in it marked. */
function Found({ text, search }: { readonly text: string; readonly search: string }) {
  const word = fold(search)
    .split(/\s+/)
    .find((one) => one !== '' && fold(text).includes(one));
  const at = word === undefined ? -1 : fold(text).indexOf(word);
  if (word === undefined || at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + word.length)}</mark>
      {text.slice(at + word.length)}
    </>
  );
}

function isMain(action: string): boolean {
  return mainActions.some((main) => main === action);
}
