import type { Language } from '#contract/problem.ts';
import { readXml } from '../xml/xml-tree.ts';
import { isUbl } from '../xml/ubl.ts';
import { type UblDocument, ublDocument } from './document.ts';
import { en16931 } from './en16931.rules.ts';
import { nlcius } from './nlcius.rules.ts';
import { peppol } from './peppol.rules.ts';
import english from './locales/rules.en.json' with { type: 'json' };
import dutch from './locales/rules.nl.json' with { type: 'json' };
import type { Rule } from './rule.ts';
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
  peppol: '3.0.21',
  nlcius: '2.0.3.13',
} as const;
/** One of the sets. */
export type Standard = keyof typeof standards;

const rulesOf: Readonly<Record<Standard, readonly Rule[]>> = {
  en16931: [...en16931, ...vatCategoryRules],
  peppol,
  nlcius,
};

const maxPlaces = 5;

/**
 * Holds a UBL invoice or credit note against EN 16931, and against Peppol BIS 3 or NLCIUS where it claims to follow them
 * (decision 0143). Undefined for anything else.
 *
 * @example
 * verdictOf(bytes)?.result; // 'valid'
 */
export function verdictOf(bytes: Uint8Array): Verdict | undefined {
  const read = readXml(bytes);
  if (
    typeof read === 'string' ||
    !['Invoice', 'CreditNote'].includes(read.name) ||
    !isUbl(read.name, read.root)
  )
    return undefined;
  const document = ublDocument(read);
  const held = standardsOf(document);
  const findings = held.flatMap((standard) => rulesOf[standard].flatMap((rule) => findingOf(rule, document)));
  const isInvalid = findings.some(({ level }) => level === 'error');
  return {
    result: isInvalid ? 'invalid' : findings.length > 0 ? 'warnings' : 'valid',
    standards: held,
    findings,
  };
}

function findingOf(rule: Rule, document: UblDocument): Finding[] {
  const broken = rule.broken(document);
  if (broken.length === 0) return [];
  const { id, level, mender, text = id, values = {} } = rule;
  return [
    { rule: id, level, mender, text, values, places: broken.slice(0, maxPlaces).map(({ path }) => path) },
  ];
}

function standardsOf({ customization }: UblDocument): Standard[] {
  if (customization.startsWith('urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'))
    return ['en16931', 'peppol'];
  if (customization.startsWith('urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0'))
    return ['en16931', 'nlcius'];
  return ['en16931'];
}

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
