import type { Draft } from './draft.ts';
import * as office from './layouts-office.ts';
import * as special from './layouts-special.ts';
import { type Drawing, a4 } from './parts.ts';
import { randomFrom } from './random.ts';
import type { LayoutName } from './sample.ts';
import { type Family, openSheet } from './sheet.ts';
import { dutchWording, englishWording } from './wording.ts';

const layouts: Readonly<Record<LayoutName, (drawing: Drawing) => void>> = {
  classic: office.classic,
  stacked: office.stacked,
  'table-head': office.tableHeadLayout,
  'two-columns': office.twoColumns,
  'split-vat': office.splitVat,
  'credit-note': office.creditNote,
  'multi-page': special.multiPage,
  english: special.english,
  'bare-number': special.bareNumber,
  decoys: special.decoys,
  receipt: special.receipt,
  'footer-block': special.footerBlock,
  boxed: special.boxed,
  letter: special.letter,
  'direct-debit': special.directDebit,
  'part-paid': special.partPaid,
  'shifted-vat': special.shiftedVat,
};

const accents = ['#1f5f8b', '#8b1f3a', '#2f6b3c', '#333333', '#b35c00', '#5b3a8b', '#00696b'] as const;

/** Draws an invoice in its layout and in its supplier's style. */
export function drawPdf(draft: Draft): Promise<Buffer> {
  const random = randomFrom(draft.styleSeed);
  const words = draft.layout === 'english' ? englishWording(random) : dutchWording(random);
  const family = familyOf(draft.layout, random.pick(['Helvetica', 'Helvetica', 'Helvetica', 'Times']));
  const size = draft.layout === 'receipt' ? ([226, 300 + draft.expected.lines.length * 22] as const) : a4;
  const sheet = openSheet(size, family, `${words.invoice} ${draft.expected.number}`);
  layouts[draft.layout]({ sheet, draft, words, random, accent: random.pick(accents) });
  return sheet.finish();
}

function familyOf(layout: LayoutName, usual: Family): Family {
  if (layout === 'receipt') return 'Courier';
  return layout === 'letter' ? 'Times' : usual;
}
