import { longestPattern, type ValueField } from '#contract/documents/triggers.ts';
import type { Language } from '#contract/problem.ts';
import { sentence } from '#contract/problem-texts.ts';
import type { ExchangeRemark } from './exchange.rules.ts';

/** What an invoice2data template becomes; its patterns are checked by who asked. */
export interface FromTemplate {
  readonly body: object;
  readonly remarks: readonly ExchangeRemark[];
}

const fieldByName: Readonly<Record<string, ValueField>> = {
  invoice_number: 'factuurnummer',
  date: 'factuurdatum',
  amount: 'totaalbedrag',
};
// Said once of the whole template, or without meaning here.
const silent = new Set([
  'languages',
  'lowercase',
  'currency',
  'decimal_separator',
  'date_formats',
  'remove_whitespace',
  'replace',
  'vat',
  'issuer',
]);

/** Whether this is a template of invoice2data rather than a trigger of ours. */
export function isTemplate(item: object): boolean {
  return 'fields' in item || 'issuer' in item || 'exclude_keywords' in item;
}

/** Reads a template whose values are all texts, lists or maps. */
export function fromTemplate(item: object, language: Language, filename: string): FromTemplate {
  const issuer = textOf(item, 'issuer') ?? '';
  const naam = issuer || filename.replace(/\.[^.]*$/, '') || 'invoice2data';
  const remarks: ExchangeRemark[] = [];
  const say = (field: string, key: string, values: Record<string, string> = {}): void => {
    remarks.push({ naam, field, message: sentence(language, key, { field, ...values }), isRefused: false });
  };
  const options = mapOf(item, 'options');
  const isSqueezed = textOf(options, 'remove_whitespace') === 'true';
  const found: Partial<Record<ValueField, string>> = {};
  let valuta = textOf(options, 'currency') ?? '';
  for (const [name, spec] of Object.entries(mapOf(item, 'fields'))) {
    const field = fieldByName[name.replace(/^sum_/, '')];
    const patterns = patternsOf(spec);
    const isStatic = name.startsWith('static_') || textOf(objectOf(spec), 'parser') === 'static';
    if (isStatic && name.endsWith('currency')) valuta = textOf(objectOf(spec), 'value') ?? patterns[0] ?? '';
    else if (isStatic) say(name, 'trigger-import-static');
    else if (field) found[field] = patterns.map((pattern) => translated(pattern, isSqueezed)).join('\n');
    else say(name, 'trigger-import-field');
  }
  for (const name of ['lines', 'tables']) if (name in item) say(name, 'trigger-import-lines');
  for (const name of Object.keys(options)) {
    if (name === 'replace') say(name, 'trigger-import-replace');
    else if (!silent.has(name)) say(name, 'trigger-import-option');
  }
  const formats = listOf(options, 'date_formats');
  if (formats.length > 0) say('date_formats', 'trigger-import-date-formats', { formats: formats.join(', ') });
  const sign = textOf(options, 'decimal_separator') ?? '';
  return {
    remarks,
    body: {
      naam: naam.slice(0, 255),
      keywords: keywordsOf(item, isSqueezed),
      ...found,
      crediteur: issuer.slice(0, 255),
      valuta: /^[A-Z]{3}$/.test(valuta) ? valuta : '',
      decimaalteken: sign === ',' || sign === '.' ? sign : '',
      datumvolgorde: orderOf(formats),
      isPdf: true,
    },
  };
}

function keywordsOf(item: object, isSqueezed: boolean): string {
  const all = (key: string) => listOf(item, key).map((keyword) => translated(keyword, isSqueezed));
  const needed = all('keywords').map((keyword) => keyword.replace(/^-/, String.raw`\-`));
  const barred = all('exclude_keywords').map((keyword) => `-${keyword}`);
  // A semicolon would cut a keyword in two.
  return [...needed, ...barred].map((keyword) => keyword.replaceAll(';', String.raw`\x3B`)).join('\n');
}

/** Day before month unless every format says otherwise. */
function orderOf(formats: readonly string[]): '' | 'dag-maand' | 'maand-dag' {
  const orders = formats.map((format) => {
    const [day, month] = [format.search(/%-?d/), format.search(/%-?[mbB]/)];
    return day >= 0 && month >= 0 && month < day && !format.startsWith('%Y') ? 'maand-dag' : 'dag-maand';
  });
  const [first] = orders;
  return first !== undefined && orders.every((order) => order === first) ? first : '';
}

/** A pattern for Python's `re` over `pdftotext -layout`, as one over our text, where columns are one space apart. */
function translated(pattern: string, isSqueezed: boolean): string {
  const source = pattern
    .replaceAll(String.raw`\Z`, String.raw`\z`)
    .replaceAll(/\\s\{\d*,?\d*\}[?+]?| {2,}/g, String.raw`\s+`)
    .replaceAll('\n', ' ');
  if (!isSqueezed) return source;
  // Its text had no spaces: letters that follow each other may now have one between them.
  const spaced = source.replaceAll(/(?<!\\)(?<![\\(?<P]\w*)([\p{L}:#])(?=[\p{L}:#(\\])/gu, String.raw`$1\s*`);
  return spaced.length > longestPattern ? source : spaced;
}

function patternsOf(spec: unknown): string[] {
  if (typeof spec === 'string') return [spec];
  if (Array.isArray(spec)) return spec.flatMap(patternsOf);
  const regex: unknown = Reflect.get(objectOf(spec), 'regex');
  return regex === undefined ? [] : patternsOf(regex);
}

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function mapOf(item: object, key: string): object {
  return objectOf(Reflect.get(item, key));
}

function textOf(item: object, key: string): string | undefined {
  const value: unknown = Reflect.get(item, key);
  return typeof value === 'string' ? value.trim() : undefined;
}

function listOf(item: object, key: string): string[] {
  const value: unknown = Reflect.get(item, key);
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}
