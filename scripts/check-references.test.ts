import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

// Every pointer in code and documents opens: rules (§), sections of the product, decision records (decision 0001) and
// links of Markdown.

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const folders = ['bench', 'contract', 'docs', 'portal', 'scripts', 'server', 'tests'];
const skipped = new Set(['node_modules', 'dist', 'coverage']);
const endings = /\.(?:ts|tsx|js|mjs|sql|css|json|html|md)$/;
/** This file is full of examples. */
const itself = 'scripts/check-references.test.ts';
const migrations = 'server/src/platform/db/migrations/';
const records = 'docs/decisions/';
const indexPath = `${records}README.md`;

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesIn(path);
    return endings.test(entry.name) ? [path] : [];
  });
}

interface Source {
  readonly path: string;
  readonly text: string;
}

const atRoot = readdirSync(root).filter(
  (name) => endings.test(name) && name !== 'package-lock.json' && statSync(join(root, name)).isFile(),
);
const sources: readonly Source[] = [...atRoot, ...folders.flatMap(filesIn)]
  .filter((path) => path !== itself)
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const textOf = (path: string) => sources.find((source) => source.path === path)?.text ?? '';
const pages = sources.filter(({ path }) => path.endsWith('.md'));

/** What a pattern finds in some sources, as `path:line found`, unless the target exists. */
function missing(
  among: readonly Source[],
  pattern: RegExp,
  exists: (target: string, path: string) => boolean,
): string[] {
  return among.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].flatMap((match) =>
      targetsOf(match[0])
        .filter((target) => !exists(target, path))
        .map((target) => `${path}:${lineAt(text, match.index)} ${target}`),
    ),
  );
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;
/** `product 1.8 and 2.8` and `decisions 0016 and 0048` name two targets. */
const targetsOf = (reference: string): readonly string[] => reference.match(/§[A-Z]\d+|\d\.\d|\d{4}/g) ?? [];

const rulePattern = /§[A-Z]\d+/g;
const productPattern = /\bproduct \d\.\d(?:(?:, | and | to )\d\.\d)*\b/gi;
// A line break of a comment may stand in between.
const decisionPattern = /\bdecisions?(?:\s|\*|\/\/|--|\[)+\d{4}(?:(?:, | and | to )\d{4})*\b/gi;

function headings(path: string, pattern: RegExp): ReadonlySet<string> {
  return new Set([...textOf(path).matchAll(pattern)].map(([, name = '']) => name));
}

describe('references', () => {
  const rules = headings('docs/rules.md', /^### (§[A-Z]\d+)$/gm);
  const sections = headings('docs/product.md', /^### (\d\.\d) /gm);

  test('to a rule have a heading in docs/rules.md', () => {
    expect(rules.size).toBeGreaterThan(80);
    expect(missing(sources, rulePattern, (rule) => rules.has(rule))).toEqual([]);
  });

  test('to the product have a section in docs/product.md', () => {
    expect(sections.size).toBe(18);
    expect(missing(sources, productPattern, (section) => sections.has(section))).toEqual([]);
  });

  test('to texts outside the repository are gone', () => {
    const outside = /\b[Dd]ocuments? [12](?:, section| and 2\b|['’]s\b)|\bstyle\.md\b|§(?![A-Z]\d)/g;
    expect(
      sources.flatMap(({ path, text }) =>
        [...text.matchAll(outside)].map((match) => `${path}:${lineAt(text, match.index)} ${match[0]}`),
      ),
    ).toEqual([]);
  });
});

describe('decision records', () => {
  const index = textOf(indexPath);
  const names = sources
    .flatMap(({ path }) => (/^docs\/decisions\/\d{4}-/.test(path) ? [path.slice(records.length)] : []))
    .toSorted();
  const numbers = names.map((name) => name.slice(0, 4));
  const indexed = new Set([...index.matchAll(/^\| (?:\[)?(\d{4})\b/gm)].map(([, number = '']) => number));

  test('have a number of their own', () => {
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  });

  test('and the numbers between them stand in the index, with the title of the record', () => {
    const wanted = names.map((name) => {
      const [, number = '', title = ''] = /^# (\d{4}) (.*)$/m.exec(textOf(records + name)) ?? [];
      return `| [${number}](${name}) | ${title} |`;
    });
    expect(wanted.filter((line) => !index.includes(line))).toEqual([]);
    const last = Math.max(...numbers.map(Number));
    const all = Array.from({ length: last }, (_, before) => String(before + 1).padStart(4, '0'));
    expect(all.filter((number) => !indexed.has(number))).toEqual([]);
  });

  test('exist when something names them; migrations, which stay as they are, may name one that was merged', () => {
    const exists = (number: string, path: string) =>
      numbers.includes(number) ||
      (indexed.has(number) && (path.startsWith(migrations) || path === 'docs/benchmarks-log.md'));
    expect(missing(sources, decisionPattern, exists)).toEqual([]);
  });

  test('are named by the code that they explain', () => {
    const named = new Set(
      [
        ...sources.filter(({ path }) => !path.endsWith('.md')).map(({ text }) => text),
        readFileSync(join(root, itself), 'utf8'),
      ].flatMap((text) => [...text.matchAll(decisionPattern)].flatMap(([reference]) => targetsOf(reference))),
    );
    expect(names.filter((name) => !named.has(name.slice(0, 4)))).toEqual([]);
  });
});

describe('Markdown', () => {
  const withoutCode = (text: string) =>
    text
      .replaceAll(/^```[\s\S]*?^```/gm, (code) => code.replaceAll(/[^\n]/g, ''))
      .replaceAll(/`[^`\n]*`/g, '');
  // As GitHub makes them.
  const slugOf = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
  const anchorsOf = (path: string) =>
    new Set([...textOf(path).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => slugOf(heading)));

  test('links open, anchors too', () => {
    const dead = pages.flatMap(({ path, text }) =>
      [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
        if (/^[a-z]+:/.test(link)) return [];
        const [file = '', anchor] = link.split('#');
        const target =
          file === '' ? path : relative(root, resolve(root, dirname(path), file)).replaceAll('\\', '/');
        const opens =
          existsSync(join(root, target)) && (anchor === undefined || anchorsOf(target).has(anchor));
        return opens ? [] : [`${path}: ${link}`];
      }),
    );
    expect(dead).toEqual([]);
  });

  test('wraps at 120, tables and code aside', () => {
    const wide = pages.flatMap(({ path, text }) =>
      text
        .replaceAll(/^```[\s\S]*?^```/gm, (code) => code.replaceAll(/[^\n]/g, ''))
        .split('\n')
        .flatMap((line, at) =>
          line.length > 120 && !line.startsWith('|') && line.trim().includes(' ')
            ? [`${path}:${at + 1}`]
            : [],
        ),
    );
    expect(wide).toEqual([]);
  });
});
