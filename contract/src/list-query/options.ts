import type { Cursor } from './cursor.ts';
import { insideExpand, lookUp, isSelectable, type FieldScope } from './fields.ts';
import { parseFilter } from './filter.ts';
import { listLimits, type Expand, type SortKey } from './tree.ts';

/** Reads `name asc, administration/name desc` up to where it ends. */
export function parseOrderBy(cursor: Cursor, scope: FieldScope): SortKey[] {
  const keys: SortKey[] = [];
  do {
    const segments = cursor.expectPath();
    const [at = cursor.peek()] = segments;
    const path = segments.map(({ text }) => text).join('/');
    if (typeof lookUp(scope, path) !== 'string') throw cursor.fail('unknown-field', at);
    if (keys.length >= listLimits.sortKeys) throw cursor.fail('too-long', at);
    const direction = cursor.tookWord('desc') ? 'desc' : 'asc';
    if (direction === 'asc') cursor.tookWord('asc');
    keys.push({ path, direction });
  } while (cursor.tookSign(','));
  return keys;
}

/** Reads `id,name,administration/name` up to where it ends; `extra` are names beside the fields. */
export function parseSelect(cursor: Cursor, scope: FieldScope, extra?: (name: string) => boolean): string[] {
  const names = new Set<string>();
  do {
    const segments = cursor.expectPath();
    const [at = cursor.peek()] = segments;
    const name = segments.map(({ text }) => text).join('/');
    if (!isSelectable(scope, name) && !extra?.(name)) throw cursor.fail('unknown-field', at);
    names.add(name);
  } while (cursor.tookSign(','));
  return [...names];
}

/** Reads `a,b($select=x;$expand=c($top=3))` up to where it ends. */
export function parseExpand(cursor: Cursor, scope: FieldScope): Expand[] {
  const found: Expand[] = [];
  do {
    const at = cursor.expectName();
    const inner = insideExpand(scope, at.text);
    if (!inner) throw cursor.fail('unknown-field', at);
    if (found.some(({ name }) => name === at.text)) throw cursor.fail('repeated', at);
    cursor.countNode(at);
    found.push({ ...parseExpandOptions(cursor, inner), name: at.text });
  } while (cursor.tookSign(','));
  return found;
}

type ExpandOptions = Omit<Expand, 'name'>;

function parseExpandOptions(cursor: Cursor, scope: FieldScope): ExpandOptions {
  let options: ExpandOptions = { select: null, filter: null, orderBy: [], top: null, expand: [] };
  if (!cursor.tookSign('(')) return options;
  const seen = new Set<string>();
  return cursor.deeper(() => {
    do {
      const at = cursor.expectName();
      if (seen.has(at.text)) throw cursor.fail('repeated', at);
      seen.add(at.text);
      cursor.expectSign('=');
      options = { ...options, ...parseExpandOption(cursor, scope, at) };
    } while (cursor.tookSign(';'));
    cursor.expectSign(')');
    return options;
  });
}

function parseExpandOption(
  cursor: Cursor,
  scope: FieldScope,
  at: ReturnType<Cursor['take']>,
): Partial<ExpandOptions> {
  switch (at.text) {
    case '$select':
      return { select: parseSelect(cursor, scope) };
    case '$filter':
      return { filter: parseFilter(cursor, scope) };
    case '$orderby':
      return { orderBy: parseOrderBy(cursor, scope) };
    case '$expand':
      return { expand: parseExpand(cursor, scope) };
    case '$top': {
      const top = cursor.take();
      if (!/^\d{1,9}$/.test(top.text) || !isTop(Number(top.text))) throw cursor.fail('bad-top', top);
      return { top: Number(top.text) };
    }
    default:
      throw cursor.fail('unknown-parameter', at);
  }
}

/** Whether a page may have so many rows (§J8). */
export function isTop(top: number): boolean {
  return Number.isInteger(top) && top >= 1 && top <= listLimits.top;
}
