import type { Catalogue } from '#contract/carpetline/catalogue.ts';
import type { carpetOrders } from '#contract/carpetline/orders.ts';
import type { Rec } from '#contract/resource.ts';

type Order = Rec<typeof carpetOrders>;

const color = (id: string, description: string) => ({ id, description, swatch: '#d8c9a7', photo: null });

/** Banding with articles in colours, whipping in colours of its own, and cutting with nothing to choose. */
export const catalogue: Catalogue = [
  {
    id: 's1',
    description: 'Banderen',
    articles: [
      {
        id: 'a1',
        articleNumber: 'B-040',
        description: 'Katoenband',
        colors: [color('c1', 'Zand'), color('c2', 'Leem')],
      },
      { id: 'a2', articleNumber: 'B-110', description: 'Leerband', colors: [color('c3', 'Cognac')] },
    ],
    colors: [],
  },
  { id: 's2', description: 'Festonneren', articles: [], colors: [color('c4', 'Ecru')] },
  { id: 's3', description: 'Alleen snijden', articles: [], colors: [] },
];

/** A line as it was ordered. */
export const line: Order['orderLines'][number] = {
  id: 'l1',
  lineNumber: 1,
  qualityName: 'Berber 12',
  shape: 0,
  length: 200,
  width: 90,
  diameter: null,
  quantity: 1,
  semiFinishId: 's3',
  semiFinishDescription: 'Alleen snijden',
  articleId: null,
  articleDescription: '',
  articleNumber: '',
  colorId: null,
  colorDescription: '',
  attachment: null,
  discontinued: [],
};

/** An order whose carpet is awaited. */
export const order: Order & { id: string } = {
  id: 'o1',
  companyId: 'v1',
  company: { name: 'Drukkerij Zalland B.V.' },
  number: 12,
  reference: 'Trap',
  customerRelation: null,
  deliveredBy: 'Desso',
  supplierCarpet: 'Desso',
  transportFinishedProduct: 0,
  orderDate: '2026-11-20',
  receivedDate: null,
  deliveryDate: null,
  status: 0,
  lineCount: 1,
  createdAt: '2026-11-20T09:14:00Z',
  rowVersion: 1,
  note: '',
  orderLines: [line],
  orderedBy: { id: 'sanne', fullName: 'Sanne de Wit' },
  timeline: [],
  canUpdate: true,
  canDelete: true,
  canProcess: false,
};
