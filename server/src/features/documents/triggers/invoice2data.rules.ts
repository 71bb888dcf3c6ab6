import { type TriggerImportRemark, type ValueField, valueFields } from '#contract/documents/triggers.ts';
import type { Language } from '#contract/problem.ts';
import { sentence } from '#contract/problem-texts.ts';
import { faultText } from './pattern-texts.ts';
import { compileField } from './patterns.rules.ts';
import { firstOnly, fromTable, type TextOptions, translated } from './python-patterns.ts';

/** What an invoice2data template becomes; its patterns are checked by who asked. */
export interface FromTemplate {
  readonly body: object;
  readonly remarks: readonly TriggerImportRemark[];
}

const fieldByName: Readonly<Record<string, ValueField>> = {
  invoice_number: 'factuurnummer',
  date: 'factuurdatum',
  amount: 'totaalbedrag',
  amount_total: 'totaalbedrag',
  date_invoice: 'factuurdatum',
  invoice_date: 'factuurdatum',
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
  'remove_accents',
]);
/** Beside the fields of a template, what stands at its top and is read here. */
const known = new Set([
  'issuer',
  'name',
  'keywords',
  'exclude_keywords',
  'fields',
  'options',
  'lines',
  'tables',
  'types',
]);

/** Whether this is a template of invoice2data rather than a trigger of ours. */
export function isTemplate(item: object): boolean {
  return 'fields' in item || 'issuer' in item || 'exclude_keywords' in item;
}

/** Reads a template whose values are all texts, lists or maps. */
export function fromTemplate(item: object, language: Language, filename: string): FromTemplate {
  const issuer = textOf(item, 'issuer') ?? '';
  const naam = issuer || filename.replace(/\.[^.]*$/, '') || 'invoice2data';
  const remarks: TriggerImportRemark[] = [];
  const say = (field: string, key: string, values: Record<string, string> = {}): void => {
    remarks.push({ naam, field, message: sentence(language, key, { field, ...values }), isRefused: false });
  };
  const options = mapOf(item, 'options');
  const isOn = (name: string) => textOf(options, name)?.toLowerCase() === 'true';
  const text: TextOptions = {
    isSqueezed: isOn('remove_whitespace'),
    isLowered: isOn('lowercase'),
    isUnaccented: isOn('remove_accents'),
  };
  const found: Partial<Record<ValueField, string[]>> = {};
  const take = (field: ValueField, patterns: readonly string[]): void => {
    found[field] = [...(found[field] ?? []), ...patterns];
  };
  let valuta = textOf(options, 'currency') ?? '';
  for (const [name, spec] of Object.entries(mapOf(item, 'fields'))) {
    const field = fieldByName[name.replace(/^sum_/, '')];
    const patterns = patternsOf(spec);
    const parser = textOf(objectOf(spec), 'parser');
    const isStatic = name.startsWith('static_') || parser === 'static';
    if (isStatic && name.endsWith('currency')) valuta = textOf(objectOf(spec), 'value') ?? patterns[0] ?? '';
    else if (isStatic) say(name, 'trigger-import-static');
    else if (parser === 'lines' || parser === 'tables') say(name, 'trigger-import-lines');
    else if (!field) say(name, 'trigger-import-field');
    else {
      take(field, valuePatterns(field, spec, patterns, text));
      sayOfField(say, name, spec);
    }
  }
  for (const table of listOfObjects(item, 'tables')) {
    const read = tableFields(table, text);
    for (const [field, pattern] of read) take(field, [pattern]);
    if (read.length === 0) say('tables', 'trigger-import-lines');
  }
  if ('lines' in item) say('lines', 'trigger-import-lines');
  for (const name of Object.keys(item)) if (!known.has(name)) say(name, 'trigger-import-option');
  for (const name of Object.keys(options)) {
    if (name === 'replace') say(name, 'trigger-import-replace');
    else if (!silent.has(name)) say(name, 'trigger-import-option');
  }
  const usable = (field: ValueField, patterns: readonly string[]): string[] =>
    patterns.filter((pattern) => {
      const [fault] = compileField(field, pattern).faults;
      if (fault) say(field, 'trigger-import-left-out', { why: faultText(language, fault).message });
      return fault === undefined;
    });
  const formats = listOf(options, 'date_formats');
  if (formats.length > 0) say('date_formats', 'trigger-import-date-formats', { formats: formats.join(', ') });
  const sign = textOf(options, 'decimal_separator') ?? '';
  return {
    remarks,
    body: {
      naam: naam.slice(0, 255),
      keywords: keywordsOf(item, text),
      ...Object.fromEntries(
        valueFields.map((field) => [field, usable(field, found[field] ?? []).join('\n')]),
      ),
      crediteur: issuer.slice(0, 255),
      valuta: /^[A-Z]{3}$/.test(valuta) ? valuta : '',
      decimaalteken: sign === ',' || sign === '.' ? sign : '',
      datumvolgorde: orderOf(formats),
      isPdf: true,
    },
  };
}

type Say = (field: string, key: string, values?: Record<string, string>) => void;

/** What a field asks for that only its first pattern, or the whole page, can give here. */
function sayOfField(say: Say, name: string, spec: unknown): void {
  const group = textOf(objectOf(spec), 'group');
  if (name.startsWith('sum_') || group === 'sum') say(name, 'trigger-import-sum');
  else if (group !== undefined && group !== 'first' && group !== 'last')
    say(name, 'trigger-import-group', { group });
  if ('area' in objectOf(spec)) say(name, 'trigger-import-area');
}

/** Python takes the first of several matches unless an option says otherwise; a total of ours takes the last (§D8). */
function valuePatterns(
  field: ValueField,
  spec: unknown,
  patterns: readonly string[],
  text: TextOptions,
): string[] {
  const group = textOf(objectOf(spec), 'group');
  const made = patterns.map((pattern) => translated(pattern, text));
  return field === 'totaalbedrag' && group !== 'last' ? made.map(firstOnly) : made;
}

/** The groups of a table that are ours, each as a pattern of its own. */
function tableFields(table: object, text: TextOptions): (readonly [ValueField, string])[] {
  const [start, body] = [textOf(table, 'start') ?? '', textOf(table, 'body') ?? ''];
  return [...body.matchAll(/\(\?P?<(\w+)>/g)].flatMap(([, name = '']) => {
    const field = fieldByName[name];
    return field ? [[field, translated(fromTable(start, body, name), text)] as const] : [];
  });
}

function listOfObjects(item: object, key: string): object[] {
  const value: unknown = Reflect.get(item, key);
  return (Array.isArray(value) ? value : [value]).filter(
    (entry) => typeof entry === 'object' && entry !== null,
  );
}

function keywordsOf(item: object, text: TextOptions): string {
  const all = (key: string) =>
    listOf(item, key).map((keyword) => translated(keyword, text).replace(/^\(\?-i\)/, ''));
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
