import type { CustomerInvoices } from '#contract/billing/costs.ts';
import type { Credit } from '../credits/credits.ts';
import type { Run, RunInvoice } from '../billing-runs/billing-run.ts';
import type { CustomerAgreement } from '../customer-agreements/customer-agreements-form.tsx';
import type { PriceAgreement } from '../price-agreements/price-agreement-values.ts';

/** A licence of € 100,00 a quarter that three customers have. */
export function samplePriceAgreement(changes: Partial<PriceAgreement> = {}): PriceAgreement {
  return {
    id: 'p1',
    name: 'Licentie Balie',
    priceAgreementType: 1,
    typeName: 'Licentie',
    price: 10_000,
    agreementPrice: 100,
    startdate: null,
    enddate: null,
    isVariable: false,
    invoiceType: 0,
    cycleInMonths: 3,
    customerCount: 3,
    createdAt: '2026-01-05T09:00:00Z',
    updatedAt: '2026-01-05T09:00:00Z',
    updatedBy: 'Sanne de Wit',
    rowVersion: 2,
    ...changes,
  };
}

/** The same with a customer, twice. */
export function sampleCustomerAgreement(changes: Partial<CustomerAgreement> = {}): CustomerAgreement {
  return {
    id: 'a1',
    companyId: '1',
    priceAgreementId: 'p1',
    priceAgreement: { id: 'p1', name: 'Licentie Balie', price: 10_000 },
    quantity: 2,
    name: 'Licentie Balie',
    type: 1,
    typeName: 'Licentie',
    price: 10_000,
    isVariable: false,
    invoiceType: 0,
    cycleInMonths: 3,
    startdate: '2026-02-15',
    enddate: null,
    isBilled: false,
    createdAt: '2026-02-10T09:00:00Z',
    rowVersion: 1,
    ...changes,
  };
}

const cost = {
  id: 'a1',
  priceAgreementId: 'p1',
  name: 'Licentie Balie',
  type: 1,
  typeName: 'Licentie',
  price: 10_000,
  quantity: 2,
  cost: 20_000,
  cycleInMonths: 3,
  invoiceType: 0,
  startdate: '2026-02-15',
  enddate: null,
  isCurrent: true,
} as const;

/** A customer with a licence and a rate per scan, over two months. */
export function sampleInvoices(changes: Partial<CustomerInvoices> = {}): CustomerInvoices {
  const october = {
    period: '2026-10',
    from: '2026-10-01',
    to: '2026-10-31',
    totalUse: 1_240,
    count: 1_200,
    cost: 15,
    totalCost: 18_000,
  };
  return {
    companyId: '1',
    from: '2025-12',
    to: '2026-11',
    startDate: '2026-01-01',
    subscriptionType: 2,
    billingState: 'running',
    isFree: false,
    fixedCosts: [cost],
    variableCosts: [
      { ...cost, id: 'a2', name: 'Scan', price: 15, quantity: 1, cost: 15, cycleInMonths: 1, invoiceType: 2 },
    ],
    invoiceScans: [
      {
        ...october,
        period: '2026-09',
        from: '2026-09-01',
        to: '2026-09-30',
        totalUse: 10,
        count: 10,
        totalCost: 150,
      },
      october,
    ],
    proccessedInvoices: [],
    attachmentScans: [],
    fixedFees: [
      {
        id: 'a1',
        name: 'Licentie Balie',
        period: '2026-Q3',
        from: '2026-07-01',
        to: '2026-09-30',
        days: 92,
        periodDays: 92,
        price: 10_000,
        quantity: 2,
        amount: 20_000,
      },
    ],
    fixedTotals: { perMonth: 0, perQuarter: 20_000, perYear: 0, yearly: 80_000 },
    usageTotals: { invoiceScans: 18_150, proccessedInvoices: 0, attachmentScans: 0, total: 18_150 },
    ...changes,
  };
}

/** A run over October that waits for somebody to look it over. */
export function sampleRun(changes: Partial<Run> = {}): Run {
  return {
    id: 'r1',
    period: '2026-10',
    from: '2026-10-01',
    to: '2026-10-31',
    state: 'review',
    figures: { done: 214, total: 214 },
    papers: { done: 0, total: 0 },
    error: '',
    invoiceCount: 187,
    totalAmount: 1_284_500,
    vatAmount: 269_745,
    totalInclVatAmount: 1_554_245,
    incompleteCount: 0,
    companyIds: [],
    isSupplementary: false,
    leftOut: [],
    createdAt: '2026-11-02T09:00:00Z',
    createdBy: 'Sanne de Wit',
    finalisedAt: null,
    finalisedBy: '',
    rowVersion: 4,
    hash: '',
    missing: [],
    withoutAddress: [],
    inactive: [],
    ...changes,
  };
}

/** An invoice of that run. */
export function sampleRunInvoice(changes: Partial<RunInvoice> = {}): RunInvoice {
  return {
    id: 'i1',
    runId: 'r1',
    companyId: '1',
    name: 'Hofstede Tapijten',
    fmCustomerId: 10_042,
    period: '2026-10',
    invoiceNumber: '',
    invoiceDate: null,
    dueDate: null,
    fixedAmount: 0,
    variableAmount: 18_000,
    totalAmount: 18_000,
    vatAmount: 3_780,
    totalInclVatAmount: 21_780,
    creditedAmount: 0,
    missing: [],
    hasPdf: false,
    hasUbl: false,
    mailState: 'none',
    mailedTo: '',
    mailedAt: null,
    paidOn: null,
    paymentState: 'open',
    ...changes,
  };
}

/** A credit invoice of one line. */
export const sampleCredit: Credit = {
  id: 'c1',
  runId: 'r1',
  companyId: '1',
  invoiceId: 'i1',
  invoiceNumber: 'F2026-00001',
  creditNumber: 'F2026-00009',
  name: 'Hofstede Tapijten',
  creditDate: '2026-11-21',
  reason: 'Dubbel gerekend',
  totalAmount: 4_000,
  vatAmount: 840,
  totalInclVatAmount: 4_840,
  lines: [{ place: 0, description: 'Licentie Balie', from: '2026-10-01', to: '2026-10-31', amount: 4_000 }],
  hasUbl: false,
  createdBy: 'Sanne de Wit',
};
