import type { Expand, Filter, ListQuery, Operand, SortKey, Value } from './tree.ts';

/**
 * The parameters of a list query, not percent-encoded; what equals the default is left out. Reading them gives the
 * same query again.
 *
 * @example
 * new URLSearchParams(formatListQuery({ top: 50, filter: eq('status', 1), orderBy: [desc('createdAt')] }))
 */
export function formatListQuery(query: Partial<ListQuery>): Record<string, string> {
  const {
    top,
    skip = 0,
    count = false,
    filter = null,
    orderBy = [],
    select = null,
    expand = [],
    words = [],
  } = query;
  const texts: Record<string, string> = {};
  if (top !== undefined) texts.$top = String(top);
  if (skip > 0) texts.$skip = String(skip);
  if (count) texts.$count = 'true';
  if (orderBy.length > 0) texts.$orderby = formatOrderBy(orderBy);
  if (filter) texts.$filter = formatFilter(filter);
  if (select) texts.$select = select.join(',');
  if (expand.length > 0) texts.$expand = formatExpand(expand);
  if (words.length > 0) texts.query = words.join(' ');
  return texts;
}

/** `$orderby` text: `name asc,createdAt desc`. */
export function formatOrderBy(keys: readonly SortKey[]): string {
  return keys.map(({ path, direction }) => `${path} ${direction}`).join(',');
}

/** `$filter` text. All texts, days and identifiers are written in quotes, which every field reads. */
export function formatFilter(filter: Filter): string {
  return write(filter, 0);
}

// `level` counts the lists around: 0 for the record itself, whose fields stand without a variable.
function write(filter: Filter, level: number): string {
  switch (filter.kind) {
    case 'always':
      return String(filter.value);
    case 'and':
    case 'or':
      return filter.parts.map((part) => writeInner(part, level)).join(` ${filter.kind} `);
    case 'not':
      // Without needless parentheses, so that what was read within the bounds is within them again.
      return filter.part.kind === 'compare'
        ? `not (${write(filter.part, level)})`
        : `not ${writeInner(filter.part, level)}`;
    case 'compare':
      return `${writeField(filter.field, level)} ${filter.operator} ${writeValue(filter.value)}`;
    case 'in':
      return `${writeField(filter.field, level)} in (${filter.values.map(writeValue).join(',')})`;
    case 'match':
      return `${filter.how}(${writeField(filter.field, level)},${writeValue(filter.text)})`;
    case 'any': {
      const part = filter.part ? `${variable(level + 1)}: ${write(filter.part, level + 1)}` : '';
      return `${writePath(filter.path, level)}/any(${part})`;
    }
  }
}

function writeInner(part: Filter, level: number): string {
  const text = write(part, level);
  return part.kind === 'and' || part.kind === 'or' ? `(${text})` : text;
}

function variable(level: number): string {
  return `x${level}`;
}

function writePath(path: string, level: number): string {
  if (level === 0) return path;
  return path === '$it' ? variable(level) : `${variable(level)}/${path}`;
}

function writeField({ path, functions }: Operand, level: number): string {
  return functions.reduceRight((inner, name) => `${name}(${inner})`, writePath(path, level));
}

function writeValue(value: Value): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

function formatExpand(expands: readonly Expand[]): string {
  return expands.map((one) => one.name + formatExpandOptions(one)).join(',');
}

function formatExpandOptions({ select, filter, orderBy, top, expand }: Expand): string {
  const options: string[] = [];
  if (select) options.push(`$select=${select.join(',')}`);
  if (filter) options.push(`$filter=${formatFilter(filter)}`);
  if (orderBy.length > 0) options.push(`$orderby=${formatOrderBy(orderBy)}`);
  if (top !== null) options.push(`$top=${top}`);
  if (expand.length > 0) options.push(`$expand=${formatExpand(expand)}`);
  return options.length > 0 ? `(${options.join(';')})` : '';
}
