import type { BuildForeign, Isolation } from '#server/app/testing/isolation-types.ts';
import { buildUser } from '#server/features/core/testing/factories.ts';
import { buildRelation } from '#server/features/core/testing/relations.ts';
import { newId } from '#server/platform/db/ids.ts';
import { bindUser, buildCarpetOrder, buildSemiFinish } from './factories.ts';

const drawing: BuildForeign = async ({ db, services }, theirs) => {
  const drawingSha256 = await services.files.put(Buffer.from('%PDF-'));
  const { id, lineId } = await buildCarpetOrder(db, theirs.companyId, { drawingSha256 });
  return { id, lineId };
};
const uploadedDrawing: BuildForeign = async ({ db, services }, theirs) => {
  const id = newId();
  const sha256 = await services.files.put(Buffer.from('%PDF-'));
  await db
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
const color: BuildForeign = async ({ db }, theirs) => {
  const { id, colorId } = await buildSemiFinish(db, theirs.companyId);
  return { id, colorId };
};
const photo: BuildForeign = async ({ db, services }, theirs) => {
  const { colorId } = await buildSemiFinish(db, theirs.companyId);
  const sha256 = await services.files.put(Buffer.from('x'));
  await db
    .insertInto('carpet_color_photos')
    .values({ company_id: theirs.companyId, color_id: colorId, sha256 })
    .execute();
  return colorId;
};
const portalUser: BuildForeign = async ({ db }, { companyId }) => {
  const { id } = await buildUser(db, { companyId });
  await bindUser(db, companyId, id, (await buildRelation(db, companyId)).id);
  return id;
};

const orders = '/api/carpetline/orders';
const finishes = '/api/carpetline/semi-finishes';

export const carpetlineIsolation: Isolation = {
  foreign: {
    [`${orders}/:id`]: async ({ db }, theirs) => (await buildCarpetOrder(db, theirs.companyId)).id,
    [`${orders}/:id/drawings/:lineId`]: drawing,
    [`${finishes}/:id`]: async ({ db }, theirs) => (await buildSemiFinish(db, theirs.companyId)).id,
    [`${finishes}/:id/colors/:colorId`]: color,
    [`${finishes}/photos/:id`]: photo,
    '/api/carpetline/drawings/:id': uploadedDrawing,
    '/api/carpetline/user-customer-relations/:id': portalUser,
  },
  bodies: {
    [orders]: { deliveredBy: 'X', transportFinishedProduct: 0, orderLines: [] },
    [`${orders}/:id/receive`]: { receivedDate: '2026-11-20' },
    [`${orders}/:id/step-back`]: { reason: 'X' },
    [`${orders}/:id/delivery-date`]: { deliveryDate: '2026-12-01', reason: 'X' },
    [finishes]: { description: 'X' },
    [`${finishes}/:id/colors/:colorId/photo`]: { content: null },
    '/api/carpetline/settings': { closingDays: [] },
    '/api/carpetline/letterhead': { name: 'X' },
    '/api/carpetline/user-customer-relations': { customerRelationId: 'x' },
    '/api/carpetline/users': { emailAddress: 'x@x.example', firstName: 'X', lastName: 'X' },
    '/api/carpetline/my-mail': { onChange: true },
  },
  also: { 'carpetline.semifinishes.update': ['carpetline.semifinishes.create'] },
  personal: { '/api/carpetline/my-mail': 'about the caller only' },
  // The page that stops mails: features/carpetline/orders/mail.test.ts.
  publicRoutes: ['GET /carpet-mail/:token', 'POST /carpet-mail/:token', 'GET /carpet-mail/page.css'],
};
