import type { Label } from '../labels/label.ts';
import { type Spot, relationsOf } from '../labels/relations.ts';
import type { Candidate, RecognisedFields } from '../recognised.ts';
import { type DocumentText, bestFive, candidateAt, computed } from '../text/page-text.ts';
import { boxOf } from '../text/words.ts';
import { paymentTerms } from './days.ts';
import { tokensOn } from './numbers.ts';

type OrderField =
  | 'orderNumber'
  | 'customerNumber'
  | 'deliveryDate'
  | 'periodFrom'
  | 'periodTo'
  | 'paymentTerm';

const no = String.raw`[\s.\-]*(?:nummer|nr|no|number|code|id|#)\.?`;

/** Words that announce each, which for the invoice's own number and day are those of something else. */
const labels = {
  orderNumber: String.raw`(?:uw |onze |your |our )?(?:order|bestel(?:ling|bon)?|inkooporder|opdracht|purchase order|po|werkbon|project)${no}|(?:uw|your) (?:referentie|ref(?:erence)?\.?|kenmerk|order|bestelling|opdracht)|inkooporder|bestelling|po-id|order-id|(?<=^|\u0001)(?:order|referentie|werkbon)`,
  customerNumber: String.raw`(?:uw |your )?(?:klant|debiteur(?:en)?|deb|relatie|rel|lid|contract|customer|client|account|kunden)${no}|uw nummer bij ons|(?<=^|\u0001)(?:klant|debiteur|relatie|customer)(?= ?:|\u0001|$)`,
  deliveryDate: String.raw`(?:af)?lever(?:ings)?[\s\-]?datum|datum (?:van )?(?:de )?(?:levering|uitvoering|prestatie)|(?:af)?geleverd(?: op| d\.d\.)?|uitvoer(?:ings)?datum|uitgevoerd(?: op| d\.d\.)?|prestatiedatum|delivery date|date of (?:delivery|supply)|liefer(?:ungs)?datum|leistungsdatum`,
} as const;

const patterns = {
  orderNumber: patternOf(labels.orderNumber),
  customerNumber: patternOf(labels.customerNumber),
  deliveryDate: patternOf(labels.deliveryDate),
} as const;

function patternOf(source: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\d&])(?:${source})(?![\p{L}\d])`, 'giu');
}

/** What an invoice says of the order and the delivery behind it; none of it makes an invoice. */
export function findOrderFields(text: DocumentText): Pick<RecognisedFields, OrderField> {
  const codes = text.lines.flatMap((line) => tokensOn(line, text));
  const days = text.dates.map((spot) => ({ ...spot, value: spot.value.day }));
  return {
    orderNumber: named(codes, 'orderNumber', text),
    customerNumber: named(codes, 'customerNumber', text),
    deliveryDate: named(days, 'deliveryDate', text),
    ...periodOf(text),
    paymentTerm: termOf(text),
  };
}

const minScore = 0.4;

function named(
  spots: readonly Spot<string>[],
  field: keyof typeof patterns,
  text: DocumentText,
): Candidate<string>[] {
  const own = ownLabels(field, text);
  if (own.length === 0) return [];
  const others = text.labels.filter(
    (label) => !own.some((one) => one.line === label.line && one.start < label.end && one.end > label.start),
  );
  const all = [...others, ...own];
  return bestFive(
    spots.flatMap((spot) => {
      const [first] = relationsOf(spot, all);
      if (!first || !own.includes(first.label) || first.score < minScore || !/\d/.test(spot.value)) return [];
      return [candidateAt(spot, spot.value, first.score * 0.95, [`label:${first.label.text}`])];
    }),
  );
}

function ownLabels(field: keyof typeof patterns, { lines }: DocumentText): Label[] {
  const kind = field === 'deliveryDate' ? 'otherDate' : 'otherNumber';
  return lines.flatMap((line) =>
    [...line.text.replaceAll('\t', '\u0001').matchAll(patterns[field])].map((match) => {
      const [start, end] = [match.index, match.index + match[0].length];
      return {
        kind,
        strength: 0.95,
        line,
        start,
        end,
        text: line.text.slice(start, end),
        box: boxOf(line, start, end),
      };
    }),
  );
}

const between = /^\s*(?:t\/m|tot(?: en met)?|-|–|bis(?: zum)?|until|to|through)\s*$/iu;
const periodWord = /(?:periode|period|over|van|maand|kwartaal|zeitraum)[\s:]*$/iu;

/** `01-01-2026 t/m 31-01-2026`: the first pair that a word announces, else the first of all. */
function periodOf({ dates }: DocumentText): Pick<RecognisedFields, 'periodFrom' | 'periodTo'> {
  const pairs = dates.flatMap((from) => {
    const to = dates.find(
      (other) =>
        other.line === from.line &&
        other.start > from.end &&
        between.test(from.line.text.slice(from.end, other.start)),
    );
    if (!to || from.value.day > to.value.day) return [];
    const isNamed = periodWord.test(from.line.text.slice(0, from.start).replaceAll('\t', ' '));
    return [{ from, to, score: isNamed ? 0.93 : 0.75 }];
  });
  const [best] = pairs.toSorted((a, b) => b.score - a.score);
  if (!best) return { periodFrom: [], periodTo: [] };
  const { from, to, score } = best;
  return {
    periodFrom: [candidateAt(from, from.value.day, score, ['period'])],
    periodTo: [candidateAt(to, to.value.day, score, ['period'])],
  };
}

/** Only where the paper names one term. */
function termOf(text: DocumentText): Candidate<string>[] {
  const [days, ...others] = paymentTerms(text);
  return days === undefined || others.length > 0 ? [] : [computed(String(days), String(days), 0.9, ['term'])];
}
