import {
  buildLine,
  buildOffer,
  buildOrder,
  buildTime,
} from '#server/features/workorders/testing/factories.ts';
import type { TestApp, TestClient } from './app.ts';
import type { IsolationRow } from './isolation-row.ts';

const order = 'comceptum.workorders';
const lines = 'comceptum.orderlines';
const times = 'comceptum.workordertimes';
// Whatever hangs on an order takes reading the order.
const also = [`${order}.read.company`];

const json = (payload: object) => () => ({ payload });
const orderBody = json({ administrationId: 'x', reference: 'X' });
const lineBody = { description: 'X' };
const timeBody = { userId: 'x', startTime: '2026-11-21T08:00:00Z', endTime: '2026-11-21T09:00:00Z' };
const unknown = '00000000-0000-7000-8000-00000000dead';

const theirOrder = async (balie: TestApp, { companyId }: TestClient) =>
  (await buildOrder(balie.db, { companyId })).id;
const theirLine = async (balie: TestApp, { companyId }: TestClient) => {
  const workOrder = await buildOrder(balie.db, { companyId });
  return { workOrderId: workOrder.id, ...(await buildLine(balie.db, workOrder)) };
};
const theirTime = async (balie: TestApp, { companyId, userId }: TestClient) => {
  const workOrder = await buildOrder(balie.db, { companyId });
  return { workOrderId: workOrder.id, ...(await buildTime(balie.db, workOrder, { user_id: userId })) };
};
const theirOffer = async (balie: TestApp, { companyId }: TestClient) => {
  const workOrder = await buildOrder(balie.db, { companyId });
  return { workOrderId: workOrder.id, ...(await buildOffer(balie.db, workOrder)) };
};
const theirEntity = async (balie: TestApp, theirs: TestClient) => ({
  entityId: await theirOrder(balie, theirs),
  id: unknown,
});

interface Hanging {
  readonly name: string;
  readonly flat: string;
  readonly permission: string;
  readonly foreign: NonNullable<IsolationRow['foreign']>;
  readonly body: object;
}

/** Ten rows: the verbs of what hangs on an order, at both of its addresses. */
function hanging({ name, flat, permission, foreign, body }: Hanging): IsolationRow[] {
  const nested = `/api/comceptum/workorders/:workOrderId/${name}`;
  const own = `/api/comceptum/${flat}`;
  const row = (method: IsolationRow['method'], url: string, verb: string): IsolationRow => ({
    method,
    url,
    permission: `${permission}.${verb}`,
    also,
    ...(url.includes(':') ? { foreign } : {}),
    ...(method === 'PUT' || method === 'POST' ? { body: json(body) } : {}),
  });
  const ofOne = (url: string) => [
    row('GET', `${url}/:id`, 'read'),
    row('PUT', `${url}/:id`, 'update'),
    row('DELETE', `${url}/:id`, 'delete'),
  ];
  const inBody = json({ ...body, workOrderId: unknown });
  return [
    row('GET', nested, 'read'),
    row('POST', nested, 'create'),
    ...ofOne(nested),
    row('GET', own, 'read'),
    { ...row('POST', own, 'create'), body: inBody },
    ...ofOne(own),
  ];
}

/** Two or three rows: what hangs on any record asks inside for the right to it. */
function annotation(name: string, body: object): IsolationRow[] {
  const url = `/api/shared/entities/:entityId/${name}`;
  const row = { permission: null, foreign: theirEntity };
  return [
    { method: 'GET', url, ...row },
    { method: 'POST', url, ...row, body: json(body) },
    { method: 'DELETE', url: `${url}/:id`, ...row },
  ];
}

const offer = 'comceptum.offers';
const sentBody = { to: ['x@x.example'], subject: 'X', text: 'X' };

/** Rows of offers: what hangs on an order is seen with it only. */
function offerRows(): IsolationRow[] {
  const url = '/api/comceptum/workorders/:workOrderId/offers';
  const row = (method: IsolationRow['method'], path: string, verb: string, body?: object): IsolationRow => ({
    method,
    url: `${url}${path}`,
    permission: `${offer}.${verb}`,
    also,
    foreign: theirOffer,
    ...(body ? { body: json(body) } : {}),
  });
  const offered = { lines: [{ orderLineId: unknown }] };
  return [
    row('GET', '', 'read'),
    row('POST', '', 'create', offered),
    row('GET', '/:id', 'read'),
    row('GET', '/:id/pdf', 'read'),
    row('GET', '/compose', 'create'),
    row('POST', '/preview', 'create', offered),
    row('GET', '/:id/message', 'send'),
    row('POST', '/:id/send', 'send', sentBody),
    row('POST', '/:id/withdraw', 'withdraw', {}),
    {
      ...row('POST', '', 'create', { orderLineIds: [unknown] }),
      url: '/api/comceptum/workorders/:id/send-offer',
      foreign: theirOrder,
    },
    { method: 'GET', url: '/api/comceptum/offer-settings', permission: 'comceptum.offersettings.read' },
    {
      method: 'PUT',
      url: '/api/comceptum/offer-settings',
      permission: 'comceptum.offersettings.update',
      body: json({ name: 'X' }),
    },
  ];
}

/** The customer's pages of offers: features/workorders/offer-page/offer-page.routes.test.ts. */
export const offerPublicRoutes: readonly string[] = [
  'GET /offer/assets/offer.css',
  'GET /offer/',
  'GET /offer/*',
  'GET /offer/:token',
  'GET /offer/:token/accept',
  'GET /offer/:token/decline',
  'GET /offer/:token/pdf',
  'GET /offer/:token/logo',
  'POST /offer/:token/accept',
  'POST /offer/:token/decline',
];

/** Rows of work orders, and of notes and attachments. */
export const workOrderIsolation: readonly IsolationRow[] = [
  { method: 'GET', url: '/api/comceptum/workorders', permission: `${order}.read` },
  { method: 'GET', url: '/api/comceptum/workorders/export', permission: `${order}.read` },
  { method: 'GET', url: '/api/comceptum/workorders/:id', permission: `${order}.read`, foreign: theirOrder },
  { method: 'POST', url: '/api/comceptum/workorders', permission: `${order}.create`, body: orderBody },
  {
    method: 'PUT',
    url: '/api/comceptum/workorders/:id',
    permission: `${order}.update`,
    foreign: theirOrder,
    body: orderBody,
  },
  {
    method: 'DELETE',
    url: '/api/comceptum/workorders/:id',
    permission: `${order}.delete`,
    foreign: theirOrder,
  },
  {
    method: 'GET',
    url: '/api/comceptum/workorders/:id/copy',
    permission: `${order}.copy`,
    foreign: theirOrder,
  },
  ...hanging({ name: 'lines', flat: 'orderlines', permission: lines, foreign: theirLine, body: lineBody }),
  ...hanging({ name: 'times', flat: 'ordertimes', permission: times, foreign: theirTime, body: timeBody }),
  { method: 'GET', url: '/api/comceptum/timer', permission: `${times}.create` },
  {
    method: 'POST',
    url: '/api/comceptum/timer',
    permission: `${times}.create`,
    body: json({ workOrderId: 'x' }),
  },
  { method: 'POST', url: '/api/comceptum/timer/stop', permission: `${times}.create` },
  { method: 'DELETE', url: '/api/comceptum/timer', permission: `${times}.create` },
  { method: 'GET', url: '/api/comceptum/export-times', permission: `${times}.read` },
  { method: 'GET', url: '/api/comceptum/export-times/preview', permission: `${times}.read` },
  ...offerRows(),
  ...annotation('notes', { description: 'X' }),
  ...annotation('attachments', { name: 'x.txt', content: 'data:;base64,WA==' }),
  {
    method: 'GET',
    url: '/api/shared/entities/:entityId/attachments/:id/file',
    permission: null,
    foreign: theirEntity,
  },
];
