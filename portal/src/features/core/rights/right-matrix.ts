import type { permissions } from '#contract/core/permissions.ts';
import { scopeNames, type ScopeName, splitPermission } from '#contract/permissions.ts';
import type { Row } from '#contract/resource.ts';
import { fold } from '#portal/kit/fold.ts';
import type { Text } from '#portal/kit/text.ts';
import { actionName, prefixText, resourceText } from './right-text.ts';

export type Right = Row<typeof permissions>;

/** How far a right reaches; `yes` where it has no reach. */
export type Level = ScopeName | 'yes';

/** One level of a cell: the permission that it stands for. */
export interface Choice {
  readonly level: Level;
  readonly permission: string;
  /** It cannot be given by this person (§A4). */
  readonly isLocked: boolean;
  /** Why it would have no effect; null if it counts. */
  readonly hindrance: Right['hindrance'];
}

/** One action on a resource, with its levels from narrow to wide. */
export interface Cell {
  /** The permission without its scope: `core.users.read`. */
  readonly base: string;
  readonly action: string;
  /** 'Goedkeuren'. */
  readonly label: string;
  readonly choices: readonly Choice[];
}

/** One resource. */
export interface MatrixRow {
  /** `core.users`. */
  readonly code: string;
  readonly label: string;
  readonly cells: ReadonlyMap<string, Cell>;
  /** All that it is found by, folded. */
  readonly words: string;
}

/** The resources of one part of the product. */
export interface MatrixPart {
  readonly prefix: string;
  readonly label: string;
  readonly rows: readonly MatrixRow[];
}

/** The actions with a column of their own; the others share the last one. */
export const mainActions = ['read', 'create', 'update', 'delete'] as const;

interface MatrixOptions {
  /** The rights that were given before the form was opened: they can be chosen by anybody. */
  readonly given: readonly string[];
  /** Whether the rights are for other people than those of the caller's own company. */
  readonly isForOthers: boolean;
}

/** All rights as a matrix: part of the product, resource, action, reach. */
export function matrixOf(
  rights: readonly Right[],
  { given, isForOthers }: MatrixOptions,
  text: Text,
): MatrixPart[] {
  const wasGiven = new Set(given);
  const choiceOf = (right: Right): Choice => ({
    level: splitPermission(right.id).scope ?? 'yes',
    permission: right.id,
    isLocked: !wasGiven.has(right.id) && !(isForOthers ? right.isYoursForOthers : right.isYours),
    hindrance: right.hindrance,
  });
  const cellOf = (base: string, ofAction: readonly Right[]): Cell => {
    const action = base.split('.').at(-1) ?? '';
    const choices = ofAction
      .map(choiceOf)
      .toSorted((one, other) => widthOf(one.level) - widthOf(other.level));
    return { base, action, label: actionName(action, text), choices };
  };
  const rowOf = (code: string, ofResource: readonly Right[]): MatrixRow => {
    const byAction = Map.groupBy(ofResource, ({ id }) => splitPermission(id).base);
    const cells = [...byAction].map(([base, ofAction]) => cellOf(base, ofAction));
    const label = resourceText(`${code}.`, text);
    const part = prefixText(code.split('.')[0] ?? '', text);
    const words = [part, label, ...cells.map((cell) => cell.label), ...ofResource.map(({ id }) => id)];
    return {
      code,
      label,
      cells: new Map(cells.map((cell) => [cell.action, cell])),
      words: fold(words.join(' ')),
    };
  };
  return [...Map.groupBy(rights, ({ module }) => module)].map(([prefix, ofPart]) => ({
    prefix,
    label: prefixText(prefix, text),
    rows: [...Map.groupBy(ofPart, ({ id }) => id.split('.').slice(0, 2).join('.'))].map(
      ([code, ofResource]) => rowOf(code, ofResource),
    ),
  }));
}

/** The widest level of a cell that is chosen; null for none. */
export function levelOf(cell: Cell, chosen: ReadonlySet<string>): Level | null {
  return cell.choices.findLast(({ permission }) => chosen.has(permission))?.level ?? null;
}

/** What is chosen when a cell has a level: that alone, since a wider one includes the narrower. */
export function withLevel(chosen: readonly string[], cell: Cell, level: Level | null): string[] {
  const own = new Set(cell.choices.map(({ permission }) => permission));
  const next = cell.choices.find((choice) => choice.level === level);
  return [
    ...chosen.filter((permission) => !own.has(permission)),
    ...(next === undefined ? [] : [next.permission]),
  ].toSorted();
}

/** The levels of a cell that are offered: those that count, or all, and what is chosen already. */
export function offeredChoices(
  cell: Cell,
  chosen: ReadonlySet<string>,
  onlyCounting: boolean,
): readonly Choice[] {
  return cell.choices.filter(
    ({ permission, hindrance }) => !onlyCounting || hindrance === null || chosen.has(permission),
  );
}

/** The widest level of each cell that this person may give and that counts. */
export function everythingOf(part: MatrixPart, chosen: readonly string[]): string[] {
  return cellsOf([part]).reduce(
    (before, cell) => {
      const widest = cell.choices.findLast(({ isLocked, hindrance }) => !isLocked && hindrance === null);
      return widest === undefined ? before : withLevel(before, cell, widest.level);
    },
    [...chosen],
  );
}

/** None of a part's rights. */
export function nothingOf(part: MatrixPart, chosen: readonly string[]): string[] {
  return cellsOf([part]).reduce((before, cell) => withLevel(before, cell, null), [...chosen]);
}

/** All cells of some parts. */
export function cellsOf(parts: readonly MatrixPart[]): Cell[] {
  return parts.flatMap(({ rows }) => rows.flatMap(({ cells }) => [...cells.values()]));
}

/** Whether every word that is searched for is somewhere in a row: in its names, or in a code. */
export function fits({ words }: MatrixRow, search: string): boolean {
  return fold(search)
    .split(/\s+/)
    .every((word) => words.includes(word));
}

function widthOf(level: Level): number {
  return level === 'yes' ? 0 : scopeNames.indexOf(level);
}
