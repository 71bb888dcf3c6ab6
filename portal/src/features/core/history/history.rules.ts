import { formatDay, formatInstant } from '#contract/dates.ts';
import { formatNumber } from '#contract/money.ts';
import type { Language } from '#contract/problem.ts';
import type { history } from '#contract/core/history.ts';
import type { Row } from '#contract/resource.ts';
import type { Text } from '#portal/kit/text.ts';

type Entry = Row<typeof history>;

/** One line on screen: a field that changed, or the verb where no field did. */
export interface HistoryLine {
  readonly id: string;
  readonly entry: Entry;
  /** Who and when stand on the first line of a change only. */
  readonly isFirst: boolean;
  /** Absent where the verb says everything: created, deleted, restored. */
  readonly change: Entry['changes'][number] | undefined;
}

// For programs only; all other fields are shown.
const hiddenFields = new Set(['companyId', 'customerRelationId', 'rowVersion', 'updatedBy', 'deletedAt']);

/** The lines of some changes, field by field. A new record shows what was filled in, a deleted one nothing. */
export function linesOf(entries: readonly Entry[]): readonly HistoryLine[] {
  return entries.flatMap((entry) => {
    const changes = entry.verb === 'remove' ? [] : entry.changes.filter((change) => isShown(entry, change));
    const bare = entry.verb !== 'update' || changes.length === 0 ? [undefined] : [];
    return [...bare, ...changes].map((change, index) => ({
      id: `${entry.id} ${change?.field ?? ''}`,
      entry,
      change,
      isFirst: index === 0,
    }));
  });
}

function isShown({ verb, changes }: Entry, { field, new: now }: Entry['changes'][number]): boolean {
  if (hiddenFields.has(field)) return false;
  // `2026-12` shows both.
  if (/^(year|number)$/.test(field) && changes.some((other) => other.field === 'yearNumber')) return false;
  return verb === 'update' || !isBlank(now);
}

/** Whether a stored value says nothing. */
export function isBlank(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** One side of a change in words: amounts as amounts, names of states as the labels call them. */
export function changeText(
  labels: string,
  change: Entry['changes'][number],
  side: 'old' | 'new',
  text: Text,
  language: Language,
): string {
  const value = change[side];
  if (typeof value === 'number' && change.field.endsWith('Amount'))
    return formatNumber(value / 100, language, { min: 2, max: 4 });
  // What a person called wrong are fields.
  if (change.field === 'wrong' && Array.isArray(value))
    return value.map((field) => fieldName(labels, String(field), text)).join(', ');
  // A state is a word or, with the name of its field, a number.
  const state = typeof value === 'number' ? `${change.field}${value}` : value;
  if (typeof state === 'string' && /^\w{1,40}$/.test(state)) {
    const key = `${labels}.value.${state}`;
    const named = text(key);
    if (named !== key && named !== '') return named;
  }
  return valueText(value, text);
}

/** A stored value in words. */
export function valueText(value: unknown, text: Text): string {
  if (isBlank(value)) return '–';
  if (typeof value === 'boolean') return text(value ? 'kit.yes' : 'kit.no');
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return stringText(value, text);
  if (Array.isArray(value)) return value.map((item) => valueText(item, text)).join(', ');
  const name: unknown = Object(value)['name'] ?? Object(value)['id'];
  return typeof name === 'string' ? name : JSON.stringify(value);
}

function stringText(value: string, text: Text): string {
  if (value.startsWith('data:image/')) return text('core.history.picture');
  // Pictures are audited by name only: the start of the hash of their content.
  const picture = /^image:(\w+)$/.exec(value)?.[1];
  if (picture !== undefined) return `${text('core.history.picture')} ${picture}`;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatInstant(value);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value);
  return value;
}

/** A text of at most `max` signs. */
export function shortened(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}

/**
 * The name of a field: the label that its own screen gives it (`core.companies.name`), else a name that all records
 * share, else the field itself.
 */
export function fieldName(labels: string, field: string, text: Text): string {
  for (const key of [`${labels}.${field}`, `core.history.field.${field}`]) {
    const found = text(key);
    if (found !== key) return found;
  }
  return field;
}

/** Where the labels of the fields of a record and of its parts stand, the latter by the permission name of their resource. */
export interface HistoryLabels {
  readonly own: string;
  readonly parts: Readonly<Record<string, string>>;
}

/** Where the labels of an entry stand. */
export function labelsFor({ part }: Entry, { own, parts }: HistoryLabels): string {
  return part === null ? own : (parts[part.entity] ?? part.entity);
}

/** What a line is about: the field or what happened, and of which part. */
export function lineTitle({ entry, change }: HistoryLine, labels: HistoryLabels, text: Text): string {
  const { part, verb } = entry;
  const what =
    change === undefined ? verbName(verb, text) : fieldName(labelsFor(entry, labels), change.field, text);
  if (part === null) return what;
  return text('core.history.ofPart', {
    kind: text(`core.history.part.${part.entity}`),
    name: shortened(part.name, 60),
    what,
  });
}

/** What happened, in words: by a text of its own, else as the right to do it is called. */
export function verbName(verb: string, text: Text): string {
  const keys = [`core.history.verb.${verb}`, `core.rights.action.${verb.replaceAll('-', '')}`];
  return (
    keys.map((key) => ({ key, found: text(key) })).find(({ key, found }) => found !== key)?.found ?? verb
  );
}
