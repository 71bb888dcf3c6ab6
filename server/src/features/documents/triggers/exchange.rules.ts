import { parseAllDocuments, stringify } from 'yaml';
import { patternFields, type TriggerImportRemark, triggers } from '#contract/documents/triggers.ts';
import { codesOfIssues, type Language } from '#contract/problem.ts';
import { fieldText, sentence } from '#contract/problem-texts.ts';
import { fromTemplate, isTemplate } from './invoice2data.rules.ts';
import { faultText } from './pattern-texts.ts';
import { compileField } from './patterns.rules.ts';
import type { TriggerBody } from './trigger-values.ts';

/** What a file of triggers holds, and what is to be said of it. */
export interface ReadTriggers {
  readonly triggers: readonly TriggerBody[];
  readonly remarks: readonly TriggerImportRemark[];
}

const bodyShape = triggers.create.omit({ companyId: true, conflictsConfirmed: true });
const others = ['crediteur', 'valuta', 'decimaalteken', 'datumvolgorde'] as const;

/** Triggers as YAML that people can read and change; `readTriggers` reads it back to the letter. */
export function writeTriggers(all: readonly TriggerBody[]): string {
  return stringify(
    {
      triggers: all.map((trigger) => ({
        naam: trigger.naam,
        ...Object.fromEntries(
          patternFields
            .filter((field) => trigger[field] !== '')
            // One pattern a line, as the fields have it.
            .map((field) => [
              field,
              trigger[field].includes('\n') ? trigger[field].split('\n') : trigger[field],
            ]),
        ),
        isPdf: trigger.isPdf,
        ...Object.fromEntries(
          others.filter((field) => trigger[field] !== '').map((field) => [field, trigger[field]]),
        ),
      })),
    },
    // Patterns stay on one line each, between quotes where YAML needs them.
    { lineWidth: 0, defaultStringType: 'QUOTE_SINGLE', defaultKeyType: 'PLAIN' },
  );
}

/** Reads YAML of ours and invoice2data templates, several documents in one file. Never throws for what is in it. */
export function readTriggers(content: string, language: Language, filename = ''): ReadTriggers {
  const read: { triggers: TriggerBody[]; remarks: TriggerImportRemark[] } = { triggers: [], remarks: [] };
  const refuse = (message: string): void => {
    read.remarks.push({ naam: filename, field: '', message, isRefused: true });
  };
  // Everything stays text: `007` is a keyword, not a seven.
  const documents = parseAllDocuments(content, { schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' });
  for (const document of Array.isArray(documents) ? documents : []) {
    const [error] = document.errors;
    if (error) {
      const { line = 1, col = 1 } = error.linePos?.[0] ?? {};
      refuse(sentence(language, 'trigger-import-unreadable', { why: `${line}:${col}` }));
      continue;
    }
    for (const item of itemsOf(plainOf(document))) readItem(item, language, filename, read);
  }
  if (read.triggers.length === 0 && read.remarks.length === 0)
    refuse(sentence(language, 'trigger-import-no-trigger'));
  return read;
}

// Aliases that multiply beyond reason throw when they are followed.
function plainOf(document: { toJS(options: { maxAliasCount: number }): unknown }): unknown {
  try {
    return document.toJS({ maxAliasCount: 50 });
  } catch {
    return null;
  }
}

function itemsOf(content: unknown): readonly object[] {
  if (Array.isArray(content)) return content.filter((item) => typeof item === 'object' && item !== null);
  if (typeof content !== 'object' || content === null) return [];
  const list: unknown = Reflect.get(content, 'triggers');
  return Array.isArray(list) ? itemsOf(list) : [content];
}

function readItem(
  item: object,
  language: Language,
  filename: string,
  into: { triggers: TriggerBody[]; remarks: TriggerImportRemark[] },
): void {
  const { body, remarks } = isTemplate(item)
    ? fromTemplate(item, language, filename)
    : { body: ownBody(item, filename), remarks: [] };
  into.remarks.push(...remarks);
  const parsed = bodyShape.safeParse(body);
  const naam = String(Reflect.get(body, 'naam') ?? filename);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const field = issue.path.join('.');
      for (const [id, codes] of Object.entries(codesOfIssues([issue])))
        for (const code of codes)
          into.remarks.push({ naam, field, message: fieldText(language, id, code), isRefused: true });
    }
    return;
  }
  const wrong = wrongPatterns(parsed.data, language);
  into.remarks.push(...wrong);
  if (wrong.length === 0) into.triggers.push(parsed.data);
}

function ownBody(item: object, filename: string): object {
  const text = (field: string): string | undefined => {
    const value: unknown = Reflect.get(item, field);
    if (Array.isArray(value)) return value.map(String).join('\n');
    return typeof value === 'string' ? value : undefined;
  };
  const naam = text('naam') ?? filename.replace(/\.[^.]*$/, '');
  const fields = [...patternFields, ...others].map((field) => [field, text(field)]);
  return { naam, ...Object.fromEntries(fields), isPdf: text('isPdf') !== 'false' };
}

function wrongPatterns(body: TriggerBody, language: Language): TriggerImportRemark[] {
  return patternFields.flatMap((field) => {
    const { patterns, faults } = compileField(field, body[field]);
    const remark = (message: string): TriggerImportRemark => ({
      naam: body.naam,
      field,
      message,
      isRefused: true,
    });
    if (faults.length > 0) return faults.map((fault) => remark(faultText(language, fault).message));
    const isIdle = field === 'keywords' && patterns.every(({ isExcluding }) => isExcluding);
    return isIdle ? [remark(sentence(language, 'trigger-import-no-keywords'))] : [];
  });
}
