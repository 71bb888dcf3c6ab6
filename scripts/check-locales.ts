// Fails when a text lacks in one language, is used without being there, or is there without being used.
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { permissionCatalogue } from '../contract/src/permissions.ts';

/** Texts of one language by their whole key: `shell.menu.companies`. */
export type Texts = ReadonlyMap<string, string>;

/** Reads nested texts as whole keys below a prefix. */
export function flatten(
  tree: unknown,
  prefix: string,
  into = new Map<string, string>(),
): Map<string, string> {
  if (typeof tree === 'string') return into.set(prefix, tree);
  for (const [name, value] of Object.entries(Object(tree)))
    flatten(value, prefix === '' ? name : `${prefix}.${name}`, into);
  return into;
}

const places = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].toSorted().join(' ');

/** What differs between the languages: keys of one side only, and texts with other `{{places}}`. */
export function compare(dutch: Texts, english: Texts): string[] {
  const found: string[] = [];
  for (const key of dutch.keys()) if (!english.has(key)) found.push(`${key}: not in English`);
  for (const key of english.keys()) if (!dutch.has(key)) found.push(`${key}: not in Dutch`);
  for (const [key, text] of dutch) {
    const other = english.get(key);
    if (other !== undefined && places(text) !== places(other))
      found.push(`${key}: other {{places}} in English`);
  }
  return found;
}

/** The keys that sources name: whole ones, and templates as patterns. */
export interface Uses {
  readonly keys: Set<string>;
  readonly patterns: Map<string, RegExp>;
  /** Wire paths that `columnsFor` makes heads of: the key is area, resource and path. */
  readonly fields: Set<string>;
}

// Comments first, so that an apostrophe in one starts no string; strings end on their line, templates need not.
const token =
  /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*|'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`/g;

// `field('name')`, `field('mailbox', 'mailboxName')` and `fieldsOf(form, 'core.users')('groupIds', 'groups')`.
const fieldCall = /(?:\bfield|\bfieldsOf\([^)]*\))\('([\w.]+)'(?:, '([\w.]+)')?\)/g;

/** Adds the keys that a source names. `areas` are the first parts that keys may have. */
export function collectUses(
  source: string,
  areas: ReadonlySet<string>,
  { keys, patterns, fields }: Uses,
): void {
  const hasColumns = source.includes('columnsFor(');
  // A history calls fields and values as the labels at this place do, whichever it meets.
  // So do those of its parts: `'comceptum.orderlines': 'workorders.lines'`.
  const labelled = /\blabels="([\w.-]+)"|'\w+\.\w+': '(\w+\.[\w.-]+)'/g;
  for (const [, labels, part] of source.matchAll(labelled)) {
    const place = labels ?? part ?? '';
    if (labels === undefined && !areas.has(place.slice(0, place.indexOf('.')))) continue;
    patterns.set(`${place}.…`, new RegExp(`^${place.replaceAll('.', '\\.')}\\.[\\w.-]+$`));
  }
  // A list finds its texts below one place, and so does the dialog of its records.
  for (const [, place = ''] of source.matchAll(/\btexts(?:=|: )["']([\w.-]+)["']/g))
    patterns.set(
      `${place}.title`,
      new RegExp(`^${place.replaceAll('.', '\\.')}\\.(title|search|create|update|none|noneHint|the)$`),
    );
  // The labels of a form's fields stand below one key, by the name of the field or by another one.
  for (const [, place = ''] of source.matchAll(/\bfieldsOf\(\w+, '([\w.]+)'/g))
    for (const [, name = '', label = name] of source.matchAll(fieldCall)) keys.add(`${place}.${label}`);
  const isKey = (text: string) =>
    /^[a-z]\w*(\.[\w${}-]+)+$/i.test(text) && areas.has(text.slice(0, text.indexOf('.')));
  for (const [, single, double, template] of source.matchAll(token)) {
    const plain = single ?? double;
    if (hasColumns && plain !== undefined && /^[\w/]+$/.test(plain)) fields.add(plain.replaceAll('/', '.'));
    if (plain !== undefined && isKey(plain)) keys.add(plain);
    if (template === undefined) continue;
    for (const [, inner = ''] of template.matchAll(/\$\{([^}]*)/g)) {
      collectUses(inner, areas, { keys, patterns, fields });
    }
    const shape = template.replace(/\$\{[^}]*\}/g, '${}');
    if (!isKey(shape)) continue;
    const escaped = shape.replaceAll('.', '\\.').replaceAll('${}', '[\\w.-]+');
    if (shape.includes('${}')) patterns.set(shape, new RegExp(`^${escaped}$`));
    else keys.add(shape);
  }
}

const plural = /_(zero|one|two|few|many|other)$/;
const isPermission = (text: string) =>
  permissionCatalogue.some((name) => name === text || name.startsWith(`${text}.`));

/** What is used and not there, and what is there and not used. */
export function judge(texts: Texts, { keys, patterns, fields }: Uses): string[] {
  const there = new Set([...texts.keys()].flatMap((key) => [key, key.replace(plural, '')]));
  const isThere = (key: string) => there.has(key) || [...there].some((known) => known.startsWith(`${key}.`));
  const missing = [...keys]
    .filter((key) => !isThere(key) && !isPermission(key))
    .map((key) => `${key}: used, but nowhere`);
  const vain = [...patterns]
    .filter(([, pattern]) => ![...there].some((key) => pattern.test(key)))
    .map(([shape]) => `${shape}: used, but nothing is like it`);
  const isUsed = (key: string) =>
    keys.has(key) ||
    fields.has(key.split('.').slice(2).join('.')) ||
    [...patterns.values()].some((pattern) => pattern.test(key));
  const unused = [...texts.keys()]
    .filter((key) => !isUsed(key) && !isUsed(key.replace(plural, '')))
    .map((key) => `${key}: not used`);
  return [...missing, ...vain, ...unused];
}

async function filesBelow(folder: string, pattern: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function readTexts(
  files: readonly string[],
  prefixOf: (file: string) => string,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const file of files) flatten(JSON.parse(await readFile(file, 'utf8')), prefixOf(file), texts);
  return texts;
}

async function checkPortal(root: string): Promise<string[]> {
  const folder = join(root, 'portal/src/locales');
  const area = (file: string) => basename(file, '.json');
  const dutch = await readTexts(await filesBelow(join(folder, 'nl'), /\.json$/), area);
  const english = await readTexts(await filesBelow(join(folder, 'en'), /\.json$/), area);

  const uses: Uses = { keys: new Set(), patterns: new Map(), fields: new Set() };
  const areas = new Set([...dutch.keys()].map((key) => key.slice(0, key.indexOf('.'))));
  const sources = await filesBelow(join(root, 'portal/src'), /(?<!\.test)\.tsx?$/);
  for (const file of sources) {
    if (/\/(testing|gallery)\//.test(file)) continue;
    collectUses(await readFile(file, 'utf8'), areas, uses);
  }
  // The pages are filled at build from `shell.boot`.
  const page = await readFile(join(root, 'portal/index.html'), 'utf8');
  for (const [, key] of page.matchAll(/%(?:nl|en)\.(\w+)%/g)) uses.keys.add(`shell.boot.${key}`);
  return [...compare(dutch, english), ...judge(dutch, uses)];
}

// What goes to Dutch bookkeeping and pay offices is in Dutch, whoever asks (§E9).
const dutchOnly = new Set(['export.nl.json', 'ledgers.nl.json', 'invoice.nl.json', 'ubl.nl.json']);

// Everywhere else the two languages stand beside each other; what is used there is checked by types and tests.
async function checkPairs(root: string): Promise<string[]> {
  const files = [
    ...(await filesBelow(join(root, 'contract/src'), /^nl\.json$/)),
    ...(await filesBelow(join(root, 'server/src'), /^(?:\w+\.)?nl\.json$/)),
  ].filter((file) => !dutchOnly.has(basename(file)));
  const found: string[] = [];
  for (const file of files) {
    const pair = [file, file.replace(/nl\.json$/, 'en.json')] as const;
    const [dutch, english] = await Promise.all(pair.map((one) => readTexts([one], () => '')));
    if (dutch && english)
      found.push(...compare(dutch, english).map((line) => `${relative(root, file)}: ${line}`));
  }
  return found;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const found = [...(await checkPortal(root)), ...(await checkPairs(root))];
  for (const line of found) console.error(line);
  console.log(found.length === 0 ? 'texts: both languages are complete' : `texts: ${found.length} to mend`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
