import {
  bindUser,
  buildCarpetOrder,
  buildSemiFinish,
} from '#server/features/carpetline/testing/factories.ts';
import { buildUser } from '#server/features/core/testing/factories.ts';
import { buildRelation } from '#server/features/core/testing/relations.ts';
import { newId } from '#server/platform/db/ids.ts';
import type { TestApp, TestClient } from './app.ts';
import type { IsolationRow } from './isolation-row.ts';

const json = (payload: object) => () => ({ payload });
const orders = 'carpetline.orders';
const finishes = 'carpetline.semifinishes';
const theirOrder = async (balie: TestApp, theirs: TestClient) =>
  (await buildCarpetOrder(balie.db, theirs.companyId)).id;
const theirFinish = async (balie: TestApp, theirs: TestClient) =>
  (await buildSemiFinish(balie.db, theirs.companyId)).id;
const theirDrawing = async (balie: TestApp, theirs: TestClient) => {
  const drawingSha256 = await balie.services.files.put(Buffer.from('%PDF-'));
  const { id, lineId } = await buildCarpetOrder(balie.db, theirs.companyId, { drawingSha256 });
  return { id, lineId };
};
const theirSentDrawing = async (balie: TestApp, theirs: TestClient) => {
  const id = newId();
  const sha256 = await balie.services.files.put(Buffer.from('%PDF-'));
  await balie.db
    .insertInto('carpet_drawings')
    .values({
      id,
      company_id: theirs.companyId,
      user_id: theirs.userId,
      name: 'trap.pdf',
      sha256,
      mime: 'application/pdf',
      bytes: 5,
    })
    .execute();
  return id;
};
const theirColor = async (balie: TestApp, theirs: TestClient) => {
  const { id, colorId } = await buildSemiFinish(balie.db, theirs.companyId);
  return { id, colorId };
};
const theirPhoto = async (balie: TestApp, theirs: TestClient) => {
  const { colorId } = await buildSemiFinish(balie.db, theirs.companyId);
  const sha256 = await balie.services.files.put(Buffer.from('x'));
  await balie.db
    .insertInto('carpet_color_photos')
    .values({ company_id: theirs.companyId, color_id: colorId, sha256 })
    .execute();
  return colorId;
};

const people = 'carpetline.usercustomerrelations';
const theirPortalUser = async (balie: TestApp, theirs: TestClient) => {
  const { id } = await buildUser(balie.db, { companyId: theirs.companyId });
  await bindUser(balie.db, theirs.companyId, id, (await buildRelation(balie.db, theirs.companyId)).id);
  return id;
};
const command = { emailAddress: 'x@x.example', firstName: 'X', lastName: 'X' };

const order = { deliveredBy: 'X', transportFinishedProduct: 0, orderLines: [] };
const finish = { description: 'X' };
const action = (name: string, body: object): IsolationRow => ({
  method: 'POST',
  url: `/api/carpetline/orders/:id/${name}`,
  permission: `${orders}.process`,
  foreign: theirOrder,
  body: json(body),
});

/** Rows of the carpet area. */
export const carpetlineIsolation: readonly IsolationRow[] = [
  { method: 'GET', url: '/api/carpetline/semi-finishes', permission: `${finishes}.read` },
  {
    method: 'GET',
    url: '/api/carpetline/semi-finishes/:id',
    permission: `${finishes}.read`,
    foreign: theirFinish,
  },
  {
    method: 'POST',
    url: '/api/carpetline/semi-finishes',
    permission: `${finishes}.create`,
    body: json(finish),
  },
  {
    method: 'PUT',
    url: '/api/carpetline/semi-finishes/:id',
    permission: `${finishes}.update`,
    foreign: theirFinish,
    body: json(finish),
  },
  {
    method: 'DELETE',
    url: '/api/carpetline/semi-finishes/:id',
    permission: `${finishes}.delete`,
    foreign: theirFinish,
  },
  { method: 'GET', url: '/api/carpetline/semi-finishes/export', permission: `${finishes}.read` },
  {
    method: 'POST',
    url: '/api/carpetline/semi-finishes/import',
    permission: `${finishes}.update`,
    also: [`${finishes}.create.company`],
  },
  { method: 'GET', url: '/api/carpetline/semi-finishes/lookup', permission: `${orders}.read` },
  {
    method: 'GET',
    url: '/api/carpetline/semi-finishes/photos/:id',
    permission: `${orders}.read`,
    foreign: theirPhoto,
  },
  {
    method: 'PUT',
    url: '/api/carpetline/semi-finishes/:id/colors/:colorId/photo',
    permission: `${finishes}.update`,
    foreign: theirColor,
    body: json({ content: null }),
  },
  { method: 'GET', url: '/api/carpetline/orders', permission: `${orders}.read` },
  { method: 'GET', url: '/api/carpetline/orders/export', permission: `${orders}.read` },
  { method: 'GET', url: '/api/carpetline/orders/:id', permission: `${orders}.read`, foreign: theirOrder },
  { method: 'POST', url: '/api/carpetline/orders', permission: `${orders}.create`, body: json(order) },
  {
    method: 'PUT',
    url: '/api/carpetline/orders/:id',
    permission: `${orders}.update`,
    foreign: theirOrder,
    body: json(order),
  },
  {
    method: 'DELETE',
    url: '/api/carpetline/orders/:id',
    permission: `${orders}.delete`,
    foreign: theirOrder,
  },
  {
    method: 'GET',
    url: '/api/carpetline/orders/:id/drawings/:lineId',
    permission: `${orders}.read`,
    foreign: theirDrawing,
  },
  {
    method: 'GET',
    url: '/api/carpetline/orders/:id/confirmation',
    permission: `${orders}.read`,
    foreign: theirOrder,
  },
  {
    method: 'GET',
    url: '/api/carpetline/orders/:id/packing-slip',
    permission: `${orders}.read`,
    foreign: theirOrder,
  },
  action('receive', { receivedDate: '2026-11-20' }),
  action('complete', {}),
  action('step-back', { reason: 'X' }),
  action('delivery-date', { deliveryDate: '2026-12-01', reason: 'X' }),
  { method: 'GET', url: '/api/carpetline/board', permission: `${orders}.process` },
  { method: 'GET', url: '/api/carpetline/settings', permission: `${orders}.read` },
  {
    method: 'PUT',
    url: '/api/carpetline/settings',
    permission: `${orders}.process`,
    body: json({ closingDays: [] }),
  },
  { method: 'GET', url: '/api/carpetline/user-customer-relations', permission: `${people}.read` },
  {
    method: 'GET',
    url: '/api/carpetline/user-customer-relations/:id',
    permission: `${people}.read`,
    foreign: theirPortalUser,
  },
  {
    method: 'POST',
    url: '/api/carpetline/user-customer-relations',
    permission: `${people}.create`,
    body: json({ customerRelationId: 'x' }),
  },
  {
    method: 'DELETE',
    url: '/api/carpetline/user-customer-relations/:id',
    permission: `${people}.delete`,
    foreign: theirPortalUser,
  },
  {
    method: 'POST',
    url: '/api/carpetline/user-customer-relations/:id/invite',
    permission: `${people}.create`,
    foreign: theirPortalUser,
  },
  { method: 'POST', url: '/api/carpetline/users', permission: `${people}.create`, body: json(command) },
  { method: 'POST', url: '/api/carpetline/drawings', permission: `${orders}.create` },
  {
    method: 'GET',
    url: '/api/carpetline/drawings/:id',
    permission: `${orders}.create`,
    foreign: theirSentDrawing,
  },
  { method: 'GET', url: '/api/carpetline/my-mail', permission: null },
  { method: 'PUT', url: '/api/carpetline/my-mail', permission: null, body: json({ onChange: true }) },
];

/** The page that stops mails: features/carpetline/orders/mail.test.ts. */
export const carpetlinePublicRoutes: readonly string[] = [
  'GET /carpet-mail/:token',
  'POST /carpet-mail/:token',
  'GET /carpet-mail/page.css',
];
