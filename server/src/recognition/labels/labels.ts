import { type Line, boxOf } from '../text/words.ts';
import { type Label, type LabelKind, type LabelWords, sorts } from './label.ts';
import { dutch } from './languages/dutch.ts';
import { english } from './languages/english.ts';
import { french } from './languages/french.ts';
import { german } from './languages/german.ts';
import { shared } from './languages/shared.ts';

const languages: readonly LabelWords[] = [dutch, english, german, french, shared];

interface Pattern {
  readonly kind: LabelKind;
  readonly strength: number;
  readonly regex: RegExp;
}

const isKind = (name: string): name is LabelKind => Object.hasOwn(sorts, name);
/** The longest one that matches at a place counts. */
const patterns: readonly Pattern[] = Object.keys(sorts)
  .filter(isKind)
  .flatMap((kind) =>
    languages.flatMap((words) =>
      [...(words[kind] ?? '').matchAll(/^ *([\d.]+) +(.+)$/gm)].map(([, strength, source = '']) => ({
        kind,
        strength: Number(strength),
        regex: labelPattern(source),
      })),
    ),
  );

function labelPattern(source: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\d&])(?:${source})(?![\p{L}])`, 'giu');
}

/** What names another sort of number or day, whatever it may be: `Booking no.`, `Kentekennummer`, `Dispatch date`. */
const others: readonly Pattern[] = (
  [
    [
      'otherNumber',
      String.raw`\p{L}{3,20}[\s\-.]?(?:nummer|nr|number)\.?|\p{L}{3,20}[\s\-.](?:no|id|code|ref|#|n°)\.?`,
    ],
    ['otherDate', String.raw`\p{L}{3,20}(?:[\s\-.]date|[\s\-.]?datum)`],
  ] as const
).map(([kind, source]) => ({ kind, strength: 0.75, regex: labelPattern(source) }));

/** What is the document's own number or day, whatever stands before it. */
const ownWords =
  /factuur|invoice|rechnung|nota|note|beleg|korrektur|gutschrift|storno|credit|document|facture|avoir|bill|issue/iu;

/** `Factuurcode`, `Rechnungskennung`, `Invoice ident`: what is said of an invoice in one more word is mostly its number. */
const invoiceWord: Pattern = {
  kind: 'number',
  strength: 0.6,
  regex: labelPattern(
    String.raw`(?:factuur|invoice|rechnungs?|facture|nota)[\s.\-]?(?!(?:\p{L}*(?:datum|date|adres|bedrag|totaal|total|amount|betrag|summe|eren|iert|ed|ing|ation|period|regel|line|gegevens|detail|specificatie|balance|value|item|currency|term|voorwaard|status|empf|stell|prijs|preis|montant|dated|issued|nummer|number|overzicht|aan|from|for|with|and|und|and|van|voor|over|is|wordt|mit|per|du|de|le)))\p{L}{2,8}(?![\d]|[\-/.]\d)`,
  ),
};

/** A bare `datum` or `no.` says less than the word before it. */
const bare =
  /^(?:factuur|invoice|rechnungs?|facture|nota|datum|date|dat\.|nummer|number|nr\.?|no\.?|n°|id|#|referentie|reference|kenmerk)$/iu;

/** The labels on a line; of two that overlap the longer one counts, since `Totaal excl. btw` is no `Totaal`. */
export function labelsOn(line: Line): Label[] {
  // A label never runs from one cell into the next.
  const text = line.text.replaceAll('\t', '\u0001');
  const hits = patterns.flatMap((pattern) => hitsOf(pattern, text, line));
  for (const hit of [invoiceWord, ...others].flatMap((pattern) => hitsOf(pattern, text, line))) {
    const isNamed = hits.some(
      (known) => known.start < hit.end && known.end > hit.start && !bare.test(known.text),
    );
    if (!isNamed && (hit.kind === 'number' || !ownWords.test(hit.text))) hits.push({ ...hit, isVague: true });
  }
  const chosen: Label[] = [];
  const byLength = hits.toSorted((a, b) => b.end - b.start - (a.end - a.start) || b.strength - a.strength);
  for (const hit of byLength) {
    if (!chosen.some((other) => hit.start < other.end && hit.end > other.start && !isBoth(hit, other)))
      chosen.push(hit);
  }
  const sorted = joined(chosen.toSorted((a, b) => a.start - b.start));
  return isTableHead(line) || isLedgerHead(line, sorted)
    ? sorted.map((label) => ({ ...label, kind: columnKind[sorts[label.kind]] }))
    : sorted;
}

/** `Payment due` stands before an amount as well as before a day. */
function isBoth(a: Label, b: Label): boolean {
  return a.start === b.start && a.end === b.end && sorts[a.kind] === 'day' && sorts[b.kind] === 'amount';
}

/** `Belegnummer / Datum`, `Bestell-Nr. und Datum`: the bare word means the day, or the number, of what stands before it. */
function joined(labels: readonly Label[]): Label[] {
  return labels.map((label, at) => {
    const before = labels[at - 1];
    if (!before || !bare.test(label.text)) return label;
    const between = label.line.text.slice(before.end, label.start);
    if (!/^\s?(?:[/&+]|und|en|et|and)\s?$/iu.test(between)) return label;
    if (label.kind === 'date' && before.kind === 'otherNumber')
      return { ...label, kind: 'otherDate', strength: 0.9 };
    if (label.kind === 'number' && before.kind === 'otherDate')
      return { ...label, kind: 'otherNumber', strength: 0.9 };
    const isOwn =
      (label.kind === 'date' && before.kind === 'number') ||
      (label.kind === 'number' && before.kind === 'date');
    return isOwn && before.strength > label.strength ? { ...label, strength: before.strength } : label;
  });
}

function hitsOf({ kind, strength, regex }: Pattern, text: string, line: Line): Label[] {
  const hits: Label[] = [];
  for (const match of text.matchAll(regex)) {
    if (match[0].trim() === '') continue;
    const start = match.index;
    // The sign belongs to the amount: `Totaal € 24,91`, `Factuurbedrag EUR 24,91`.
    const end = start + match[0].replace(/(?:[\s€(]|(?<=\s)euro?)+$/iu, '').length;
    hits.push({
      kind,
      strength,
      line,
      start,
      end,
      text: line.text.slice(start, end),
      box: boxOf(line, start, end),
    });
  }
  return hits;
}

/** The head of the invoice's lines names columns: `Totaal` above them is not the document's total. */
const columnKind = { code: 'otherNumber', day: 'otherDate', amount: 'otherAmount' } as const;

const describes =
  /(?:omschrijving|artikel|product|beschrijving|verrichting|behandeling|dienst|werkzaamheden|description|item|bezeichnung|beschreibung|leistung|produkt|specificatie|d[ée]signation|libell[ée]|article|details|service|fare|charges)/i;
const counts =
  /(?:aantal|uren|qty|quantity|hours|menge|prijs|tarief|price|rate|preis|bedrag|totaal|amount|total|summe|betrag|gesamt|btw|(?<!\p{L})(?:vat|ust|net)|qt[ée]|quantit[ée]|prix|p\.u\.|montant|charges|credits|fare|kosten)/iu;

/** `datum  rit  km  bedrag`: columns of which some are nothing that an invoice has one of. */
function isLedgerHead(line: Line, labels: readonly Label[]): boolean {
  if (line.cells.length < 3 || /\d/.test(line.text) || !line.cells.some(({ text }) => counts.test(text)))
    return false;
  const isBare = labels.every(
    ({ text, kind }) => bare.test(text) || kind.startsWith('other') || sorts[kind] === 'amount',
  );
  const strange = line.cells.filter(
    ({ start, text }) => !labels.some((label) => label.start < start + text.length && label.end > start),
  );
  return isBare && strange.length >= 1 && labels.some(({ kind }) => kind === 'date');
}

/** Whether a line names the columns of the table of what was delivered. */
export function isTableHead(line: Line): boolean {
  const heads = line.cells.filter(({ text }) => counts.test(text) && !/\d{2}/.test(text));
  // `Statement of Charges` beside a letterhead both describes and counts, but is no table.
  const isPair = line.cells.some((cell) => describes.test(cell.text) && heads.some((head) => head !== cell));
  return isPair && !/\d[.,]\d{2}/.test(line.text);
}
