import type { Line } from './words.ts';

const slipTitle =
  /^(?:pakbon|leverbon|afleverbon|vrachtbrief|werkbon|verzendbon|packing (?:slip|list)|delivery note|lieferschein|bon de livraison|orderbevestiging|opdrachtbevestiging)(?!\p{L})/iu;
/** A word by which a paper calls itself an invoice. */
export const invoiceTitle =
  /(?<!\p{L})(?:\p{L}{0,16}factuur|nota|\p{L}{0,16}rechnung|invoice|facture|declaratie)(?!\p{L})/iu;
/** Lines from above in which a page says what it is. */
const headLines = 8;
const maxTitle = 60;

/**
 * How many pages in front are another paper, such as a packing slip, where an invoice follows: what stands on them is
 * about the delivery.
 */
export function slipsInFront(lines: readonly Line[]): number {
  const pages = [...new Set(lines.map(({ page }) => page))];
  const isSlip = (page: number): boolean => {
    const cells = lines.filter((line) => line.page === page).map((line) => line.cells);
    const isTitled = cells.slice(0, headLines).some((own) => own.some(({ text }) => slipTitle.test(text)));
    return isTitled && !cells.flat().some(({ text }) => text.length < maxTitle && invoiceTitle.test(text));
  };
  const first = pages.find((page) => !isSlip(page));
  if (first === undefined || first === pages[0]) return 0;
  return lines.some(({ page, text }) => page >= first && invoiceTitle.test(text)) ? first - 1 : 0;
}

const appendixTitle =
  /^(?:(?:de |onze )?(?:algemene|verkoop-?|leverings-?|betalings-?|inkoop-?)[\p{L} ,-]{0,40}voorwaarden|general (?:terms|conditions)|terms (?:and|&) conditions|(?:allgemeine )?gesch[äa]ftsbedingungen|bijlage|appendix|annex|urenstaat|urenverantwoording|urenspecificatie|werkbon|specificatie (?:bij|behorend|van)|offerte|quotation|prijsopgave|bestelbon|inkooporder|purchase order)(?!\p{L})/iu;

/** Whether a page calls itself a packing slip, conditions, an appendix or the like, and no invoice. */
export function isOtherPaper(lines: readonly Line[]): boolean {
  const cells = lines.slice(0, headLines).flatMap((line) => line.cells.map(({ text }) => text.trim()));
  return (
    cells.some((text) => slipTitle.test(text) || appendixTitle.test(text)) &&
    !cells.some((text) => text.length < maxTitle && startsAsInvoice.test(text))
  );
}

const startsAsInvoice =
  /^(?:\p{L}{0,16}factuur|nota|\p{L}{0,16}rechnung|invoice|facture|declaratie|credit(?:nota|factuur| ?note))(?!\p{L})/iu;

const openItems =
  /^(?:overzicht (?:van )?)?(?:(?:nog )?openstaande (?:posten|facturen|nota's|rekeningen)|open(?:staand)? ?posten(?:lijst)?|eerdere facturen|vorige facturen|open items|outstanding invoices|offene (?:posten|rechnungen))\W*$/iu;
const dayOrAmount = /\d{1,2}[-/. ](?:\d{1,2}|\p{L}{3,9})[-/. ]\d{2,4}|\d[.,]\d{2}(?!\d)/u;

/** The lines without tables of other invoices: `Openstaande posten` and the rows below it. */
export function withoutOpenItems(lines: readonly Line[]): Line[] {
  const kept: Line[] = [];
  let page = 0;
  for (const line of lines) {
    if (line.cells.some(({ text }) => openItems.test(text))) {
      ({ page } = line);
      continue;
    }
    const isRow = line.cells.length >= 2 && (dayOrAmount.test(line.text) || !/\d/.test(line.text));
    if (page === line.page && isRow) continue;
    page = 0;
    kept.push(line);
  }
  return kept;
}
