import { formatInstant } from '#contract/dates.ts';
import { fill } from '#contract/texts.ts';
import { edge, ink, openPen, type Pen } from '#server/platform/pdf/pen.ts';
import { languageOf, numberOf } from './offer-mails.ts';
import { drawAmounts, drawTable, type LinePen } from './offer.pdf.ts';
import { offerTexts } from './offer-texts.ts';
import type { StoredOffer } from './offers.repository.ts';
import { totalsOf, vatNoteOf } from './offers.rules.ts';

/** Who offered, and to whom. */
export interface Parties {
  readonly company: string;
  /** Empty without a relation. */
  readonly relation: string;
}

const labelWidth = 150;

/** The name of the file that proves an acceptance. */
export function acceptanceName(offer: StoredOffer): string {
  return fill(offerTexts(languageOf(offer)).acceptance.file, { number: numberOf(offer) });
}

/**
 * The proof that an offer was accepted: by whom, when, from where, which lines, and the SHA-256 of the PDF that was sent.
 * That PDF stays as it is.
 */
export async function drawAcceptance(
  offer: StoredOffer,
  { company, relation }: Parties,
  now: Date,
): Promise<Buffer> {
  const language = languageOf(offer);
  const texts = offerTexts(language);
  const { acceptance } = texts;
  const title = fill(acceptance.title, { number: numberOf(offer) });
  const paper = await openPen(
    { title, author: company, language, at: now },
    { bottom: 84, features: ['kern'], keepsLines: true },
  );
  const pen: LinePen = Object.assign(paper, {
    language,
    texts,
    vatNote: vatNoteOf(offer.lines, offer.vatRate, language),
  });
  pen.y = pen.write(company, edge.left, pen.y, edge.width, { size: 9, bold: true }) + 28;
  pen.y = pen.write(title, edge.left, pen.y, edge.width, { size: 20, bold: true, tag: 'H1' }) + 14;
  drawFacts(pen, [
    [acceptance.by, offer.answeredBy],
    [acceptance.for, relation],
    [acceptance.at, offer.answeredAt === null ? '' : formatInstant(offer.answeredAt)],
    [acceptance.from, offer.answeredFrom],
    [acceptance.email, offer.answeredEmail],
    [texts.reference, offer.reference],
    [acceptance.document, offer.name],
    [acceptance.hash, offer.pdfSha256],
  ]);
  pen.y =
    pen.write(fill(acceptance.explanation, { name: offer.name }), edge.left, pen.y + 8, edge.width) + 20;
  drawPart(
    pen,
    acceptance.chosen,
    offer.lines.filter(({ isAccepted }) => isAccepted === true),
  );
  drawAmounts(pen, totalsOf(offer.lines, offer), offer);
  drawPart(
    pen,
    acceptance.notChosen,
    offer.lines.filter(({ isAccepted }) => isAccepted === false),
  );
  return pen.finish((page, pages) => pen.writeFooter(company, fill(texts.page, { page, pages })));
}

function drawFacts(pen: Pen, facts: readonly (readonly [label: string, value: string])[]): void {
  for (const [label, value] of facts) {
    if (value === '') continue;
    const below = pen.write(label, edge.left, pen.y, labelWidth - 12, { color: ink.quiet });
    const column = edge.width - labelWidth;
    pen.y = Math.max(below, pen.write(value, edge.left + labelWidth, pen.y, column)) + 4;
  }
}

function drawPart(pen: LinePen, title: string, lines: StoredOffer['lines']): void {
  if (lines.length === 0) return;
  pen.reserve(80);
  pen.y = pen.write(title, edge.left, pen.y, edge.width, { size: 12, bold: true, tag: 'H2' }) + 6;
  drawTable(pen, lines);
  pen.y += 8;
}
