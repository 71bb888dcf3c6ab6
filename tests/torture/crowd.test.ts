import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCompany, buildUser } from '#server/features/core/testing/factories.ts';
import { approveAll, invoicesForAll, notDecidedOnce } from '#server/features/invoicing/testing/crowd.ts';
import { createDb, createPool, type Db } from '#server/platform/db/database.ts';
import { type Product, startProduct } from '../support/product.ts';

// The long form of server/src/features/invoicing/approval/crowd.test.ts: two server processes on one database.
let products: Product[] = [];
let db: Db;

beforeAll(async () => {
  const first = await startProduct();
  const { host, port, user, password, database } = first.app;
  const url = new URL('postgres://localhost');
  url.username = user ?? '';
  url.password = typeof password === 'string' ? password : '';
  url.pathname = `/${database ?? ''}`;
  url.searchParams.set('host', host ?? '');
  url.searchParams.set('port', String(port ?? ''));
  // With the login of the product, which may not migrate.
  const env = { DATABASE_URL: url.href, BALIE_MIGRATE: 'false' };
  products = [first, await startProduct({ dataFolder: first.dataFolder, env })];
  db = createDb(createPool(first.app));
}, 300_000);
afterAll(async () => {
  await db?.destroy();
  for (const product of products.toReversed()) await product.stop({ keep: product !== products[0] });
});

test('50 approvers on 500 invoices at once over two processes: each is decided once', async () => {
  const company = await buildCompany(db);
  const may = ['fmmodule.invoices.read.company', 'fmmodule.invoices.approve.company'];
  const tokens = new Map<string, string>();
  for (let made = 0; made < 50; made += 1) {
    const email = `approver-${made}@crowd.example`;
    const { id } = await buildUser(db, { companyId: company.id, may, email });
    // Each signs in where they call: the processes have ports, so issuers, of their own.
    tokens.set(id, (await products[made % products.length]?.token(email)) ?? '');
  }
  const userIds = [...tokens.keys()];
  const ids = await invoicesForAll(db, company.id, userIds, 500);
  const counts = await approveAll(userIds, ids, async (userId, id) => {
    const product = products[userIds.indexOf(userId) % products.length];
    const reply = await fetch(`http://localhost:${product?.port}/api/fmmodule/invoices/${id}/approve`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.get(userId)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ approve: true }),
    });
    await reply.arrayBuffer();
    return reply.status;
  });
  expect(counts).toEqual({ 200: 500, 409: 24_500 });
  expect(await notDecidedOnce(db, company.id)).toEqual([]);
});
