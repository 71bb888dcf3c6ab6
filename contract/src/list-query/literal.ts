import { dayOfInstant } from '../dates.ts';
import type { FieldType } from '../resource.ts';
import type { Token } from './lexer.ts';
import type { Value } from './tree.ts';

/** A literal as read, before a field says what it must be. */
export type Literal =
  | { readonly form: 'null' | 'boolean'; readonly text: string }
  | { readonly form: 'string' | 'number' | 'guid' | 'day' | 'instant'; readonly text: string };

/** The literal that a token is, or undefined when it is none. */
export function literalOf({ kind, text }: Token): Literal | undefined {
  switch (kind) {
    case 'string':
    case 'number':
    case 'guid':
    case 'day':
    case 'instant':
      return { form: kind, text };
    case 'name':
      if (text === 'null') return { form: 'null', text };
      return text === 'true' || text === 'false' ? { form: 'boolean', text } : undefined;
    case 'sign':
    case 'end':
      return undefined;
  }
}

/** The value of a literal for a field of a type, in one spelling; undefined when it cannot be one. */
export function valueFor(type: FieldType, { form, text }: Literal): Value | undefined {
  if (form === 'null') return null;
  switch (type) {
    case 'boolean':
      return form === 'boolean' ? text === 'true' : undefined;
    case 'number':
      return form === 'number' ? numberOf(text) : undefined;
    case 'text':
      return form === 'string' || form === 'guid' ? text : undefined;
    case 'id':
      // Identifiers are opaque: a number or a text that is no identifier here is simply nobody's.
      return form === 'string' || form === 'guid' || (form === 'number' && /^\d+$/.test(text))
        ? text
        : undefined;
    case 'day':
      // Builders write a JavaScript Date as a moment; the day meant is the one it falls on here (§B8).
      return form === 'boolean' || form === 'number' ? undefined : (dayOf(text) ?? dayOfMoment(text));
    case 'instant':
      return form === 'boolean' || form === 'number' ? undefined : (momentOf(text) ?? dayOf(text));
  }
}

/** The number that a literal says, without its suffix; undefined past the range of a double. */
export function numberOf(text: string): number | undefined {
  const value = Number(text.replace(/[mdf]$/i, '').replace(' ', '+'));
  // Minus zero would not come back from a text.
  return Number.isFinite(value) ? value + 0 : undefined;
}

function dayOf(text: string): string | undefined {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}

function dayOfMoment(text: string): string | undefined {
  const moment = momentOf(text);
  return moment === undefined ? undefined : dayOfInstant(moment);
}

const momentShape =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,12})?)?(Z|[-+ ](?:0\d|1[0-4]):[0-5]\d)$/i;

// The wire knows milliseconds; digits past them are dropped.
function momentOf(text: string): string | undefined {
  const [, day = '', hour, minute, second = '00', fraction = '', zone = ''] = momentShape.exec(text) ?? [];
  if (dayOf(day) === undefined) return undefined;
  const offset = zone.toUpperCase().replace(' ', '+');
  const moment = new Date(`${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}${offset}`);
  const iso = Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
  return /^[1-9]\d{3}-/.test(iso) ? iso : undefined;
}
