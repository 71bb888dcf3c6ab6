import { draftInvoice } from './draft.ts';
import { drawPdf } from './draw-pdf.ts';
import { drawScan } from './draw-scan.ts';
import { drawUbl } from './draw-ubl.ts';
import { type Random, randomFrom } from './random.ts';
import {
  type GenerateOptions,
  type LayoutName,
  type SampleInvoice,
  type SampleParty,
  layoutNames,
} from './sample.ts';
import { partyOf, suppliers } from './suppliers.ts';

/** Makes believable invoices of invented Dutch suppliers. The same options give the same invoices, byte for byte. */
export function generateInvoices(options: GenerateOptions): readonly SampleInvoice[] {
  const { seed, count, layouts = layoutNames, until = '2026-06-30' } = options;
  const buyer = buyerOf(options);
  return Array.from({ length: count }, (_, index) => {
    // Each has a stream of its own, so that a longer run begins with the same invoices.
    const random = randomFrom(Math.imul(seed, 0x9e3779b1) + index);
    return invoice(random, index, layouts[index % layouts.length] ?? 'classic', buyer, until);
  });
}

function invoice(
  random: Random,
  index: number,
  layout: LayoutName,
  buyer: SampleParty,
  until: string,
): SampleInvoice {
  const supplier = suppliers[random.integer(0, suppliers.length - 1)] ?? suppliers[0];
  if (!supplier) throw new Error('there are no sample suppliers');
  const draft = draftInvoice(random, layout, supplier, buyer, until);
  const scanSeed = random.integer(0, 1_000_000_000);
  return {
    name: `${String(index + 1).padStart(4, '0')}-${layout}`,
    layout,
    supplier: draft.supplier,
    buyer,
    expected: draft.expected,
    pdf: () => drawPdf(draft),
    ubl: () => drawUbl(draft),
    scan: async (pdf, quality = 'fair') => drawScan(await drawPdf(draft), pdf, quality, scanSeed),
  };
}

function buyerOf({ buyer }: GenerateOptions): SampleParty {
  const invented = partyOf(buyer?.name ?? 'Vastgoedbeheer Eemstede B.V.', 'Amersfoort');
  return { ...invented, ...buyer };
}
