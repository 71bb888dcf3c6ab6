import en from './locales/columns/en.json' with { type: 'json' };
import nl from './locales/columns/nl.json' with { type: 'json' };
import type { Language } from './problem.ts';

// Heads of the columns of files: exports write them, imports read them. For the server; screens have texts of their own.
const texts = { nl, en } as const;

interface ColumnText {
  readonly head: string;
  /** Other spellings that imports take, with `|` between. */
  readonly also?: string;
}

function columnsOf(language: Language, list: string): Readonly<Record<string, ColumnText>> {
  const lists: Readonly<Record<string, Readonly<Record<string, ColumnText>>>> = texts[language];
  return lists[list] ?? {};
}

/** The head of a column of a list (`customer-relations`, `address.city`) in a language; the field itself without a text. */
export function columnHead(language: Language, list: string, field: string): string {
  return columnsOf(language, list)[field]?.head ?? field;
}

/** What the list itself is called, for the names of files and sheets. */
export function listTitle(language: Language, list: string): string {
  return columnHead(language, list, '$title');
}

/** The field that a head of an imported file stands for, whatever its language and case; undefined for a strange one. */
export function fieldOfHead(list: string, head: string): string | undefined {
  const sought = plain(head);
  for (const language of ['nl', 'en'] as const) {
    for (const [field, { head: own, also = '' }] of Object.entries(columnsOf(language, list))) {
      if (field.startsWith('$')) continue;
      if ([own, field, ...also.split('|')].some((spelling) => plain(spelling) === sought)) return field;
    }
  }
  return undefined;
}

function plain(head: string): string {
  return head
    .toLowerCase()
    .replaceAll(/[\s_.-]+/g, ' ')
    .trim();
}
