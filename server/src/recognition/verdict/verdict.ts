import type { Language } from '#contract/problem.ts';
import { isCii } from '../xml/cii.ts';
import { findInvoice } from '../xml/parse-invoice.ts';
import { en16931OfCii } from './cii.rules.ts';
import { ciiAsUbl } from './cii-as-ubl.ts';
import { type UblDocument, ublDocument } from './document.ts';
import { en16931 } from './en16931.rules.ts';
import { nlcius } from './nlcius.rules.ts';
import { peppol } from './peppol.rules.ts';
import english from './locales/rules.en.json' with { type: 'json' };
import dutch from './locales/rules.nl.json' with { type: 'json' };
import type { Place } from './place.ts';
import { rule, type Rule, whole } from './rule.ts';
import { vatCategoryRules } from './vat-categories.rules.ts';

/** What a rule found. */
export interface Finding {
  /** The public id of the rule. */
  readonly rule: string;
  readonly level: Rule['level'];
  readonly mender: Rule['mender'];
  /** The sentence that says it, with what it names. */
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
  /** Where in the document, the first of them first. */
  readonly places: readonly string[];
}

/** What the standards say of an e-invoice. */
export interface Verdict {
  readonly result: 'valid' | 'warnings' | 'invalid';
  /** The sets of rules that it was held against. */
  readonly standards: readonly Standard[];
  readonly findings: readonly Finding[];
}

/** Sets of rules, with the version that ours are written from. */
export const standards = {
  en16931: '1.3.16',
  en16931Cii: '1.3.16',
  /** Published in 2026; of its rules there are none yet that others could hold ours against. */
  en16931Of2026: '2026',
  peppol: '3.0.21',
  nlcius: '2.0.3.13',
  nlciusCii: '1.0.3.13',
} as const;
/** One of the sets. */
export type Standard = keyof typeof standards;

const rulesOf: Readonly<Record<Standard, readonly Rule[]>> = {
  en16931: [...en16931, ...vatCategoryRules('ubl')],
  en16931Cii: en16931OfCii,
  en16931Of2026: [
    rule(
      'EN16931-2026',
      whole(() => false),
      { level: 'warning' },
    ),
  ],
  peppol,
  nlcius,
  // Some are about what only UBL can say.
  nlciusCii: nlcius.filter(({ id }) => /^BR-NL-(?!8$|32)/.test(id)),
};

const maxPlaces = 5;

/**
 * Holds an invoice or credit note in UBL or CII against EN 16931, and against Peppol BIS 3 or NLCIUS where it claims to
 * follow them (decision 0143). An envelope around it does not count. Undefined for anything else, ZUGFeRD 1.0 too.
 *
 * @example
 * verdictOf(bytes)?.result; // 'valid'
 */
export function verdictOf(bytes: Uint8Array): Verdict | undefined {
  const read = findInvoice(bytes);
  if (typeof read === 'string') return undefined;
  if (!isCii(read.name)) return verdictOn(ublDocument(read), 'ubl', ({ path }) => path);
  if (read.name !== 'CrossIndustryInvoice') return undefined;
  const { document, pathOf } = ciiAsUbl(read);
  return verdictOn(ublDocument(document), 'cii', ({ element }) => pathOf(element));
}

function verdictOn(document: UblDocument, syntax: 'ubl' | 'cii', pathOf: (place: Place) => string): Verdict {
  const held = profiles.find(({ begins }) => document.customization.startsWith(begins))?.[syntax] ?? [];
  const findings = held.flatMap((standard) =>
    rulesOf[standard].flatMap((rule) => findingOf(rule, document, pathOf)),
  );
  const isInvalid = findings.some(({ level }) => level === 'error');
  return {
    result: isInvalid ? 'invalid' : findings.length > 0 ? 'warnings' : 'valid',
    standards: held,
    findings,
  };
}

function findingOf(rule: Rule, document: UblDocument, pathOf: (place: Place) => string): Finding[] {
  const broken = rule.broken(document);
  if (broken.length === 0) return [];
  const { id, level, mender, text = id, values = {} } = rule;
  return [{ rule: id, level, mender, text, values, places: broken.slice(0, maxPlaces).map(pathOf) }];
}

/** What a document is held against, by how its identification begins (BT-24); the first row that fits. */
interface Profile {
  readonly begins: string;
  readonly ubl: readonly Standard[];
  readonly cii: readonly Standard[];
}

const en16931Of2017 = 'urn:cen.eu:en16931:2017';
const profiles: readonly Profile[] = [
  {
    begins: `${en16931Of2017}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
    ubl: ['en16931', 'peppol'],
    // Peppol has no rules for CII.
    cii: ['en16931Cii'],
  },
  {
    begins: `${en16931Of2017}#compliant#urn:fdc:nen.nl:nlcius:v1.0`,
    ubl: ['en16931', 'nlcius'],
    cii: ['en16931Cii', 'nlciusCii'],
  },
  {
    begins: 'urn:cen.eu:en16931:2026',
    ubl: ['en16931', 'en16931Of2026'],
    cii: ['en16931Cii', 'en16931Of2026'],
  },
  // Whatever else it claims, or nothing.
  { begins: '', ubl: ['en16931'], cii: ['en16931Cii'] },
];

/** All sentences that a finding may have, for a check that each has its text. */
export const sentenceNames: readonly string[] = [
  ...new Set(Object.values(rulesOf).flatMap((rules) => rules.map(({ id, text }) => text ?? id))),
];

/** How many rules there are in these sets, by their ids. */
export function verdictRuleCount(held: readonly Standard[]): number {
  return new Set(held.flatMap((standard) => rulesOf[standard].map(({ id }) => id))).size;
}

const texts: Readonly<Record<Language, Readonly<Record<string, string>>>> = { nl: dutch, en: english };

/** The sentence of a finding in a language, with places for what it names. */
export function verdictText(language: Language, name: string): string {
  return texts[language][name] ?? name;
}
