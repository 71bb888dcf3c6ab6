import { type FoundAmount, parseAmount } from '../text/amounts.ts';
import { isTableHead } from '../labels/labels.ts';
import type { DocumentText } from '../text/page-text.ts';
import type { RecognisedLine } from '../recognised.ts';
import type { Spot } from '../labels/relations.ts';
import type { Line } from '../text/words.ts';

const quantityShape =
  /^(\d{1,6}(?:[.,]\d{1,3})?)\s*(?:x|×|st\.?|stuks?|uur|uren|hrs?|hours?|m2?|m²|kg|ltr?|pak|doos|dozen|km|pcs|stk\.?|maand|maanden|meter|rol|rollen|set|sets|dag|dagen)?$/i;
/** What a page hands over to the next is no line of its own. */
const carryOver =
  /^(?:transport(?:eren)?(?: (?:van|naar|vorige|volgende)[^\t]*)?|te transporteren|(?:carried|brought) forward|[üu]bertrag)(?=\t|$)/i;
const maxLines = 500;

/** The lines of the invoice's table: below a head that names its columns, down to the sums. */
export function findLines(text: DocumentText): RecognisedLine[] {
  const found: RecognisedLine[] = [];
  let isInside = false;
  let gap = 0;
  for (const line of text.lines) {
    if (isTableHead(line)) {
      isInside = true;
      gap = 0;
      continue;
    }
    if (!isInside) continue;
    const amounts = text.amounts.filter((spot) => spot.line === line && spot.value.isExact);
    if (isSum(line, text)) {
      // A page's carry-over is no end: the next page repeats the head.
      isInside = false;
      continue;
    }
    const last = amounts.at(-1);
    if (last && line.cells.length <= 2 && carryOver.test(line.text)) continue;
    if (last) {
      found.push(lineFrom(line, amounts, last));
      gap = 0;
    } else {
      gap += 1;
      extend(found, line, gap);
    }
    if (gap > 4 || found.length >= maxLines) isInside = false;
  }
  return found;
}

function isSum(line: Line, text: DocumentText): boolean {
  const first = text.labels.find(
    (label) => label.line === line && ['total', 'excl', 'vat'].includes(label.kind),
  );
  if (!first) return false;
  // `21% btw` inside a row's description is no sum; a sum begins with its label.
  return line.text.slice(0, first.start).trim().length < 4;
}

function lineFrom(
  line: Line,
  amounts: readonly Spot<FoundAmount>[],
  last: Spot<FoundAmount>,
): RecognisedLine {
  const cells = line.cells.filter(({ start }) => start < last.start);
  const described = cells.find(({ text }) => /\p{L}{3}/u.test(text) && !quantityShape.test(text)) ?? cells[0];
  const rest = cells.filter((cell) => cell !== described);
  const quantity = rest
    .map(({ text }) => quantityShape.exec(text)?.[1])
    .find((digits) => digits !== undefined);
  const rate = /(?<![\d.,])(\d{1,2})(?:[.,]0{1,2})?\s?%/.exec(line.text);
  const price = amounts.length > 1 ? amounts.at(-2)?.value.cents : undefined;
  return {
    description: (described?.text ?? '').slice(0, 250),
    quantity: quantity === undefined ? null : Number(quantity.replace(',', '.')),
    unitPriceInCents: price ?? null,
    amountInCents: last.value.cents,
    vatPercent: rate ? Number(rate[1]) : null,
    page: line.page,
    box: line.box,
  };
}

/** A line without amounts directly below one goes on with its description. */
function extend(found: RecognisedLine[], line: Line, gap: number): void {
  const previous = found.at(-1);
  const [cell] = line.cells;
  if (!previous?.box || !cell || gap > 2 || previous.page !== line.page || line.cells.length > 2) return;
  const isClose = line.box[1] - previous.box[3] < (previous.box[3] - previous.box[1]) * 1.5;
  if (!isClose || parseAmount(cell.text) !== null || !/\p{L}{3}/u.test(cell.text)) return;
  found[found.length - 1] = {
    ...previous,
    description: `${previous.description} ${cell.text}`.trim().slice(0, 250),
  };
}
