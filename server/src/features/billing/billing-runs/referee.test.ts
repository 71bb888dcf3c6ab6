import { expect, test } from 'vitest';
import { vatOf } from '#contract/money.ts';
import { judge, linesOf, referee } from '#server/platform/testing/referee.ts';
import { creditVat } from '../credits/credits.rules.ts';
import type { Buyer, FinalInvoice, StoredLine } from './stored-invoices.ts';
import { buildLine } from './testing/lines.ts';
import { creditUbl, invoiceUbl } from './ubl.rules.ts';
import { vatOfBuyer } from './vat.rules.ts';

const seller = {
  name: 'Balie B.V.',
  street: 'Melkmarkt 1',
  zipCode: '8011 MC',
  city: 'Zwolle',
  kvkNumber: '12345678',
  vatId: 'NL123456782B01',
  iban: 'NL91ABNA0417164300',
  email: 'facturen@balie.example',
  phone: '038 123 45 67',
  vatRate: 2100,
  paymentDays: 14,
  rowVersion: 1,
};
const dutch: Buyer = {
  name: 'Woonstichting De "Vecht" & Zn <1>',
  street: 'Dorpsstraat 5',
  zipCode: '7000 AA',
  city: 'Doetinchem',
  kvkNumber: '87654321',
  vatId: '',
  email: 'info@vecht.example',
  country: 'NL',
  oin: '',
};
const buyers: Readonly<Record<string, Buyer>> = {
  dutch,
  'dutch-vat': { ...dutch, vatId: 'NL123456782B01' },
  'public-body': { ...dutch, kvkNumber: '', oin: '00000001234567890000' },
  german: { ...dutch, kvkNumber: '', country: 'DE', vatId: 'DE123456789' },
  greek: { ...dutch, kvkNumber: '', country: 'GR', vatId: 'EL123456789' },
  italian: { ...dutch, kvkNumber: '', country: 'IT', vatId: 'IT12345678901' },
  'belgian-consumer': { ...dutch, kvkNumber: '', country: 'BE', zipCode: '9000' },
  swiss: { ...dutch, kvkNumber: '', country: 'CH', vatId: 'CHE123456789' },
  british: { ...dutch, kvkNumber: '', country: 'GB', vatId: 'GB123456789' },
  american: { ...dutch, kvkNumber: '', country: 'US', zipCode: '' },
};
const run = { from: '2026-10-01', to: '2026-10-31' };
const kinds: Readonly<Record<string, readonly StoredLine[]>> = {
  plain: [buildLine(), buildLine({ kind: 'scan', quantity: 137, price: 15, amount: 2055 })],
  prorated: [buildLine({ days: 17, amount: 10_968 })],
  quarter: [buildLine(), buildLine({ from: '2026-08-01', cycleInMonths: 3 })],
  once: [buildLine({ from: '2026-09-11', to: '2026-09-11', quantity: 1, price: 12_500, amount: 12_500 })],
};

test.skipIf(referee === undefined)(
  'everything that billing writes passes the public rules (skipped: BALIE_REFEREE names no referee)',
  async ({ skip }) => {
    const files = [...documents()];
    const judged = await judge(files);
    if (typeof judged === 'string') return skip(`the referee lacks its rules: ${judged}`);
    expect(judged).toHaveLength(files.length);
    expect(judged.every(({ checkCount }) => checkCount >= 3)).toBe(true);
    expect(linesOf(judged)).toEqual([]);
  },
  300_000,
);

/** An invoice to each buyer and of each kind, with credits of it, and one at a rate of nothing. */
function* documents(): Generator<readonly [name: string, text: string]> {
  for (const [who, buyer] of Object.entries(buyers))
    for (const [kind, lines] of Object.entries(kinds)) {
      if (kind !== 'plain' && who !== 'dutch') continue;
      const invoice = invoiceTo(buyer, lines, seller.vatRate);
      yield [`${who}-${kind}`, invoiceUbl(invoice, seller, run)];
      yield [`${who}-${kind}-credit`, creditUbl(invoice, creditOf(invoice, 1), seller, run)];
      yield [`${who}-${kind}-credit-part`, creditUbl(invoice, creditOf(invoice, 3), seller, run)];
    }
  const free = { ...seller, vatRate: 0 };
  yield ['zero-rate', invoiceUbl(invoiceTo(dutch, [buildLine()], 0), free, run)];
}

function invoiceTo(buyer: Buyer, lines: readonly StoredLine[], vatRate: number): FinalInvoice {
  const totalInCents = lines.reduce((total, { amount }) => total + amount, 0);
  return {
    id: 'i',
    companyId: 'c',
    name: buyer.name,
    fmCustomerId: 1007,
    buyer,
    missing: [],
    lines,
    fixedInCents: totalInCents,
    variableInCents: 0,
    totalInCents,
    vatInCents: vatOf(totalInCents, vatOfBuyer(buyer, { vatRate }).rate),
    invoiceNumber: 'F2026-00001',
    invoicedOn: '2026-11-21',
    dueOn: '2026-12-05',
  };
}

/** The second credit of two that each take back one part of every line. */
function creditOf({ buyer, lines: billed }: FinalInvoice, part: number) {
  const lines = billed.map(({ description, from, to, amount }, place) => ({
    place,
    description,
    from,
    to,
    amount: Math.floor(amount / part),
  }));
  const { rate } = vatOfBuyer(buyer, seller);
  const earlier = part === 1 ? [] : [{ lines, vatInCents: creditVat(lines, [], rate) }];
  return {
    creditNumber: 'F2026-00002',
    creditedOn: '2026-11-22',
    reason: 'Dubbel & wel',
    lines,
    totalInCents: lines.reduce((total, { amount }) => total + amount, 0),
    vatInCents: creditVat(lines, earlier, rate),
  };
}
