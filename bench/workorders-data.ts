import { generateOrders } from '#server/features/workorders/testing/many-orders.ts';
import { createDb, createPool } from '#server/platform/db/database.ts';
import type { Product } from '../tests/support/product.ts';

/** The company with all the orders, and who looks at them. */
export const known = {
  company: '00000000-0000-7000-8000-000000000011',
  user: '00000000-0000-7000-8000-000000000012',
  email: 'clerk@bench.example',
} as const;

const firsts = ['Sanne', 'Marieke', 'Youssef', 'Petra', 'Daan', 'Lieke', 'Tom', 'Nora', 'Sem', 'Iris'];
const lasts = ['Veenstra', 'Kok', 'Amrani', 'Zijlstra', 'Maas'];

/** One printer with fifty people, two administrations and so many orders. */
export async function generate(product: Product, orders: number): Promise<void> {
  const { query } = product;
  await query(
    `insert into companies (id, name, domain_name, license) values ($1, 'Drukkerij', 'bench.example', 'W')`,
    [known.company],
  );
  await query(
    `insert into users (id, company_id, email, first_name, last_name)
     select case when n = 1 then $2::uuid else gen_random_uuid() end, $1, case when n = 1 then $3 else 'u' || n || '@bench.example' end,
       ($4::text[])[1 + n % 10], ($5::text[])[1 + n / 10] || ' ' || n from generate_series(1, 49) n`,
    [known.company, known.user, known.email, firsts, lasts],
  );
  await query(`insert into user_permissions select $1, p from unnest($2::text[]) p`, [
    known.user,
    [
      'comceptum.workorders.read.company',
      'comceptum.workorders.update.company',
      'comceptum.orderlines.create.company',
      'comceptum.orderlines.readpurchase.company',
    ],
  ]);
  await query(`insert into modules (id, code, name) values (gen_random_uuid(), 'comceptum', 'Orders')`);
  await query(
    `insert into company_modules (company_id, id, module_id) select $1, gen_random_uuid(), id from modules`,
    [known.company],
  );
  // Orders are made for the first of them, by id.
  await query(
    `insert into administrations (company_id, id, name, tag) values ($1, $2, 'Drukwerk Noord', 'A'), ($1, $3, 'Uitgeverij', 'B')`,
    [known.company, known.company, known.user],
  );
  const db = createDb(createPool({ ...product.owner, max: 1 }));
  try {
    await generateOrders(db, known.company, orders, (text) => process.stdout.write(`${text}\n`));
  } finally {
    await db.destroy();
  }
  // Some orders of the other administration, so that searching for either is a choice.
  await query('update work_orders set administration_id = $2 where company_id = $1 and number % 50 = 0', [
    known.company,
    known.user,
  ]);
  await query(
    `update work_order_search set text = replace(text, 'drukwerk noord', 'uitgeverij') where company_id = $1 and number % 50 = 0`,
    [known.company],
  );
  await query('vacuum (analyze) work_orders');
  await query('vacuum (analyze) work_order_search');
  await query('vacuum (analyze) work_order_users');
  await query('vacuum (analyze) work_order_contacts');
}

/** A kind of list, and the n-th question of that kind. */
export interface Kind {
  readonly name: string;
  parameters(n: number): Record<string, string>;
}

const pick = (from: readonly string[], n: number) => from[n % from.length] ?? '';

/** The kinds of lists that people ask for. */
export function kinds(orders: number): readonly Kind[] {
  const some = (n: number) => 1 + ((n * 7919) % orders);
  const search = (name: string, text: (n: number) => string): Kind => ({
    name,
    parameters: (n) => ({ query: text(n) }),
  });
  return [
    { name: 'no filter', parameters: () => ({ $filter: 'true' }) },
    { name: 'open ones', parameters: () => ({ $filter: 'status ne 6' }) },
    { name: 'status', parameters: (n) => ({ $filter: `status eq ${n % 7}` }) },
    {
      name: 'deep page',
      parameters: (n) => ({ $filter: 'true', $skip: String(Math.min(orders, 20_000) - 50 * (n % 20) - 50) }),
    },
    search('reference', (n) => `REF-${String((some(n) * 7919) % 10_000_000).padStart(7, '0')}`),
    search('number', (n) => `1900-${some(n)}`),
    search('digits', (n) => String(some(n) + 1000)),
    search('administration', (n) => pick(['Noord', 'Uitgeverij'], n)),
    search('contact', (n) => pick(['Fleur', 'Gijs', 'Aalbers', 'Huisman', 'Idema', 'Jonker'], n)),
    search('relation', (n) =>
      pick(['Bakkerij', 'Theater', 'Garage', 'Zorggroep', 'Makelaardij', 'Kapsalon'], n),
    ),
    search('user', (n) => pick([...firsts, ...lasts], n)),
    search('two words', (n) => `${pick(['folder', 'poster', 'magazine'], n)} ${pick(firsts, n)}`),
    search('three words', (n) =>
      pick(['Bakkerij Bos 9', 'Theater Faber 46', 'Zorggroep Idema 5', 'Uitgeverij Groen 55'], n),
    ),
    search('nothing', (n) => `zzq${n}`),
  ];
}
