import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { z } from 'zod';
import { known } from './workorders-data.ts';

// The bare limit for work orders: node:http and pg, one hand-tuned statement for the same answer on the same indexes.
// No rights, no history, no parsing.
const start = z.object({ connection: z.record(z.string(), z.union([z.string(), z.number()])) });
const pool = { current: new pg.Pool() };

const shownPerson = (alias: string) =>
  `'id', ${alias}.id, 'firstName', ${alias}.first_name, 'lastName', ${alias}.last_name, 'fullName', ${alias}.first_name || ' ' || ${alias}.last_name`;
const row = `'id', o.id, 'companyId', o.company_id, 'year', o.year, 'number', o.number, 'yearNumber', o.year_number, 'createdAt', o.created_at,
  'administrationId', o.administration_id, 'administration', json_build_object('id', a.id, 'name', a.name), 'invoiceNumber', o.invoice_number,
  'reference', o.reference, 'customerRelation', json_build_object('id', r.id, 'tag', r.tag, 'name', r.name),
  'contactPersons', (select coalesce(json_agg(json_build_object(${shownPerson('p')}, 'customerRelation', json_build_object('id', r.id, 'tag', r.tag, 'name', r.name)) order by wc.position), '[]')
    from work_order_contacts wc join contact_persons p on p.company_id = wc.company_id and p.id = wc.contact_person_id
    where wc.company_id = o.company_id and wc.work_order_id = o.id),
  'assignedUsers', (select coalesce(json_agg(json_build_object(${shownPerson('u')}) order by wu.position), '[]')
    from work_order_users wu join users u on u.id = wu.user_id where wu.company_id = o.company_id and wu.work_order_id = o.id),
  'status', o.status, 'firstTestDate', o.first_test_date, 'printingCompanyDate', o.printing_company_date, 'diffuserDate', o.diffuser_date,
  'deliveryDate', o.delivery_date, 'warnings', '[]'::json, 'rowVersion', o.row_version`;
const record = `json_build_object('result', json_build_object(${row}, 'printingCompany', o.printing_company, 'diffuser', o.diffuser, 'publisher', o.publisher,
  'numberOfOffersSent', o.number_of_offers_sent, 'estimatedMinutes', o.estimated_minutes,
  'lastAudit', json_build_object('createdAt', o.updated_at, 'userName', null)))::text as body`;
const joins = `left join administrations a on a.company_id = o.company_id and a.id = o.administration_id
  left join customer_relations r on r.company_id = o.company_id and r.id = o.customer_relation_id`;
const newest = 'order by o.created_at desc, o.number desc, o.id desc limit 50';

// The same question as the product's, by the same index. `$2` is the end of the text in two pieces of digits, which is rare
// enough to be found without the company.
const hits = `select work_order_id from work_order_search where (company_id = $1) is true
  and text like (select norm($2)) and text || '' like (select norm($3)) offset 0`;

async function send(response: ServerResponse, name: string, sql: string, values: unknown[]): Promise<void> {
  const { rows } = await pool.current.query<{ body: string }>({ name, text: sql, values });
  response.writeHead(200, { 'content-type': 'application/json' }).end(rows[0]?.body ?? '{}');
}

type Route = (request: IncomingMessage, response: ServerResponse, id: string) => Promise<void>;

const routes: Readonly<Record<string, Route>> = {
  list: (_request, response) =>
    send(
      response,
      'list',
      `select json_build_object('result', coalesce(json_agg(json_build_object(${row}) order by o.created_at desc, o.number desc, o.id desc), '[]'),
         'metadata', json_build_object('count', (select count(*) from work_orders where company_id = $1 and deleted_at is null and status <> 6)))::text as body
       from (select * from work_orders o where company_id = $1 and deleted_at is null and status <> 6 ${newest}) o ${joins}`,
      [known.company],
    ),
  search: (_request, response, id) =>
    send(
      response,
      'search',
      `select json_build_object('result', coalesce(json_agg(json_build_object(${row}) order by o.created_at desc, o.number desc, o.id desc), '[]'), 'metadata', '{}'::json)::text as body
       from (select o.* from work_orders o where id = any(array(${hits})) and deleted_at is null ${newest}) o ${joins}`,
      [known.company, `%${id.slice(-7, -4)}%${id.slice(-4)}%`, `%${id}%`],
    ),
  one: (_request, response, id) =>
    send(
      response,
      'one',
      `select ${record} from work_orders o ${joins} where o.company_id = $1 and o.id = $2 and o.deleted_at is null`,
      [known.company, id],
    ),
  line: async (request, response, id) => {
    await text(request);
    await send(
      response,
      'line',
      `insert into order_lines (company_id, id, work_order_id, position, description, sales_amount, created_by, updated_by)
       select $1, gen_random_uuid(), $2, 1 + coalesce(max(position), 0), 'Folder', 10000, $3, $3 from order_lines where company_id = $1 and work_order_id = $2
       returning json_build_object('result', to_json(order_lines))::text as body`,
      [known.company, id, known.user],
    );
  },
  status: async (request, response, id) => {
    const { status } = z.object({ status: z.number() }).parse(JSON.parse(await text(request)));
    await send(
      response,
      'status',
      `with o as (update work_orders set status = $3, updated_at = now(), updated_by = $4, row_version = row_version + 1 where company_id = $1 and id = $2 returning *)
       select ${record} from o ${joins}`,
      [known.company, id, status, known.user],
    );
  },
};

const server = createServer((request, response) => {
  const [, scenario = '', id = ''] = decodeURIComponent(request.url ?? '').split('/');
  const route = routes[scenario];
  if (!route) {
    response.writeHead(404).end();
    return;
  }
  route(request, response, id).catch((error: unknown) => response.writeHead(500).end(String(error)));
});

process.once('message', (message) => {
  pool.current = new pg.Pool({ ...start.parse(message).connection, max: 16 });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
  });
});
process.once('disconnect', () => process.exit(0));
