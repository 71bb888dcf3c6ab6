import nl from './locales/nl.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import { type FieldCode, type Language, type ProblemKind, textIdsOf } from './problem.ts';
import { fill } from './texts.ts';

// Both languages at once: for the server. The portal loads the one language it shows.
const texts = { nl, en } as const;

function textAt(language: Language, path: readonly string[]): string | undefined {
  let node: unknown = texts[language];
  for (const part of path) {
    if (typeof node !== 'object' || node === null) return undefined;
    node = Reflect.get(node, part);
  }
  return typeof node === 'string' ? node : undefined;
}

/** The sentence for a field code in a language; a field of its own text wins over the general one. */
export function fieldText(language: Language, field: string, code: FieldCode): string {
  const own = textIdsOf(field).map((id) => textAt(language, ['field', id, code]));
  return own.find((text) => text !== undefined) ?? textAt(language, ['code', code]) ?? code;
}

/** The title of a kind of problem in a language. */
export function problemTitle(language: Language, kind: ProblemKind): string {
  return textAt(language, ['problem', kind]) ?? kind;
}

/** What one record of an entity is called: `core.customerrelations` or its path → 'Klantrelatie'; undefined without a text. */
export function kindName(language: Language, entity: string): string | undefined {
  return textAt(language, ['kind', entity.replace(/[./]/, '-').replaceAll(/(?<=-.*)-/g, '')]);
}

/** A sentence of the catalogue by its key, for `detail`: `sentence(language, 'inactive-company')`. */
export function sentence(
  language: Language,
  key: string,
  values: Readonly<Record<string, string>> = {},
): string {
  const text = textAt(language, ['sentence', key]) ?? key;
  return fill(text, values);
}
