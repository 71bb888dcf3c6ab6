import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { z } from 'zod';
import { known } from './data.ts';

// The bare limit: node:http and pg, one hand-tuned statement for the same answer. No rights, no history, no parsing.
const start = z.object({ connection: z.record(z.string(), z.union([z.string(), z.number()])) });

const pool = { current: new pg.Pool() };

const row = `json_build_object('id', id, 'documentId', document_number, 'companyId', company_id, 'invoiceNumber', invoice_number,
  'invoiceDate', invoice_date, 'creditor', json_build_object('name', creditor_name), 'description', description, 'currency', currency,
  'totalAmount', total_in_cents, 'statusValue', 'Concept', 'approvalState', 'pending', 'invoicePicture', null, 'createdAt', created_at`;

// The whole record of an invoice, as the product answers it.
const record = `${row}, 'documentKey', document_id, 'administration', (select json_build_object('id', a.id, 'name', a.name)
    from administrations a where a.company_id = i.company_id and a.id = i.administration_id), 'dueDate', due_date,
  'exclAmount', excl_in_cents, 'vatAmount', vat_in_cents, 'iban', iban, 'paymentReference', payment_reference, 'comments', comments,
  'commentsVersion', comments_version, 'decidedAt', decided_at, 'decidedBy', decided_by_name, 'exportError', export_error, 'rowVersion', row_version,
  'booking', json_build_object('lines', (select json_agg(json_build_object('lineNumber', line_number,
    'ledger', json_build_object('number', ledger_number, 'name', ledger_name), 'costcenter', cost_center, 'debit', debit_in_cents,
    'credit', credit_in_cents, 'description', l.description) order by line_number)
    from invoice_lines l where l.company_id = i.company_id and l.invoice_id = i.id)),
  'duplicateOf', (select json_build_object('id', o.id, 'documentId', o.document_number) from invoices o
    where o.company_id = i.company_id and o.id = i.duplicate_of),
  'lookalike', (select json_build_object('id', o.id, 'documentId', o.document_number) from invoices o
    where o.company_id = i.company_id and o.supplier_key = i.supplier_key and o.invoice_date = i.invoice_date
      and o.total_in_cents = i.total_in_cents and o.invoice_number_key <> i.invoice_number_key and o.id <> i.id
      and o.deleted_at is null order by o.created_at, o.id limit 1))`;

async function send(response: ServerResponse, name: string, sql: string, values: unknown[]): Promise<void> {
  const { rows } = await pool.current.query<{ body: string }>({ name, text: sql, values });
  response.writeHead(200, { 'content-type': 'application/json' }).end(rows[0]?.body ?? '{}');
}

const routes: Readonly<
  Record<string, (request: IncomingMessage, response: ServerResponse, id: string) => Promise<void>>
> = {
  'list invoices': (_request, response) =>
    send(
      response,
      'invoices',
      `select json_build_object('result', coalesce(json_agg(r), '[]'), 'metadata', json_build_object('count',
         (select count(*) from invoices where company_id = $1 and deleted_at is null and status < 2 and approval_state in (0, 3))))::text as body
       from (select ${row}) r from invoices where company_id = $1 and deleted_at is null and status < 2 and approval_state in (0, 3)
             order by document_number collate natural_order, id limit 250) x`,
      [known.company],
    ),
  'list companies': (_request, response) =>
    send(
      response,
      'companies',
      `select json_build_object('result', coalesce(json_agg(r), '[]'), 'metadata', json_build_object('count',
         (select count(*) from companies where deleted_at is null)))::text as body
       from (select json_build_object('id', id, 'name', name, 'domainName', domain_name, 'primaRelatienummer', prima_relatienummer,
               'active', is_active, 'userCount', (select count(*) from users u where u.company_id = c.id and u.deleted_at is null)) r
             from companies c where deleted_at is null order by name collate natural_order, id limit 50) x`,
      [],
    ),
  'get one': (_request, response, id) =>
    send(
      response,
      'invoice',
      `select json_build_object('result', ${record})::text as body from invoices i where company_id = $1 and id = $2 and deleted_at is null`,
      [known.company, id],
    ),
  approve: async (request, response, id) => {
    await text(request);
    await send(
      response,
      'approve',
      `update invoices i set status = 2, approval_state = 1, decided_at = now(), decided_by = $3, row_version = row_version + 1
       where company_id = $1 and id = $2 and status = 0 returning json_build_object('result', ${record})::text as body`,
      [known.company, id, known.userId],
    );
  },
  upload: async (request, response) => {
    const body = await text(request);
    await send(
      response,
      'upload',
      `insert into bench_uploads (id, company_id, body) values (gen_random_uuid(), $1, $2)
       returning json_build_object('result', json_build_array(json_build_object('id', id, 'filename', 'f.xml', 'state', 'Nieuw', 'reason', '')))::text as body`,
      [known.company, body],
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
