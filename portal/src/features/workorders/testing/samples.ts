import type { Rec, Row } from '#contract/resource.ts';
import type { workOrderLines } from '#contract/workorders/order-lines.ts';
import type { workOrderTimes } from '#contract/workorders/order-times.ts';
import type { Order, OrderRow } from '../work-orders/order.ts';

const zorgpalet = { id: 'r1', tag: '10602', name: 'Stichting Zorgpalet Twente' };
const sanne = { id: 'sanne', fullName: 'Sanne de Wit', firstName: 'Sanne', lastName: 'de Wit' };
const joris = { id: 'joris', fullName: 'Joris Kamp', firstName: 'Joris', lastName: 'Kamp' };

/** An order in production. */
export const annualReport: Order = {
  id: 'o418',
  companyId: 'c1',
  company: { name: 'Drukkerij Zalland B.V.' },
  year: 2026,
  number: 418,
  yearNumber: '2026-418',
  createdAt: '2026-11-02T09:14:00Z',
  administrationId: 'a1',
  administration: { id: 'a1', name: 'Salland Drukwerk' },
  invoiceNumber: 'F26-0977',
  reference: 'Jaarverslag 2025, uitnodiging',
  customerRelationId: 'r1',
  customerRelation: zorgpalet,
  contactPersons: [
    {
      id: 'p1',
      fullName: 'Ilse Nijhof',
      firstName: 'Ilse',
      lastName: 'Nijhof',
      customerRelation: zorgpalet,
    },
  ],
  assignedUsers: [sanne, joris],
  status: 4,
  firstTestDate: '2026-11-13',
  printingCompanyDate: '2026-11-19',
  diffuserDate: '2026-11-24',
  deliveryDate: '2026-11-27',
  warnings: [],
  rowVersion: 7,
  printingCompany: 'Drukkerij Zalland B.V.',
  diffuser: 'Post & Co',
  publisher: '',
  numberOfOffersSent: 2,
  estimatedMinutes: 720,
  discountPercentage: null,
  lastAudit: { createdAt: '2026-11-20T15:31:00Z', userName: 'Sanne de Wit' },
};

/** A new order without people. */
export const newOrder: OrderRow = {
  ...annualReport,
  id: 'o409',
  number: 409,
  yearNumber: '2026-409',
  reference: 'Stalenboek voorjaar',
  status: 0,
  customerRelationId: null,
  customerRelation: null,
  contactPersons: [],
  assignedUsers: [],
  firstTestDate: null,
  printingCompanyDate: null,
  diffuserDate: null,
  deliveryDate: null,
  warnings: ['incomplete'],
};

/** A line of the annual report. */
export const insideLine: Row<typeof workOrderLines> = {
  id: 'l1',
  workOrderId: 'o418',
  description: 'Jaarverslag 2025, binnenwerk',
  edition: '1500',
  size: '64 pag.',
  format: 'A4',
  printing: '4/4',
  material: 'Houtvrij 120 g',
  finish: '',
  purchaseAmount: 241000,
  salesAmount: 318000,
  quantity: null,
  unitAmount: null,
  discountPercentage: null,
  vat: 'standard',
  note: '',
  isAccepted: null,
  uncountedAs: null,
  customId: null,
  createdAt: '2026-11-02T09:14:00Z',
  updatedAt: '2026-11-02T09:14:00Z',
  rowVersion: 1,
};

/** Hours of Joris on the annual report. */
export const timeOfJoris: Rec<typeof workOrderTimes> = {
  id: 't1',
  workOrderId: 'o418',
  workOrder: { yearNumber: '2026-418', reference: 'Jaarverslag 2025, uitnodiging' },
  userId: 'joris',
  user: { id: 'joris', fullName: 'Joris Kamp' },
  startTime: '2026-11-17T08:00:00Z',
  endTime: '2026-11-17T11:30:00Z',
  durationInMinutes: 210,
  overlaps: false,
  description: '',
  createdAt: '2026-11-17T11:30:00Z',
  rowVersion: 1,
};
