import type { Product } from '../tests/support/product.ts';

/** How much is generated; the sizes are printed with the figures. */
export const sizes = { companies: 2_000, invoices: 50_000 } as const;

const company = '00000000-0000-7000-8000-000000000001';
const staff = '00000000-0000-7000-8000-000000000002';
const user = '00000000-0000-7000-8000-000000000003';
const provider = '00000000-0000-7000-8000-000000000004';

/** Ids and addresses of what was generated. */
export const known = {
  company,
  staffEmail: 'staff@bench.example',
  userEmail: 'user@bench.example',
  userId: user,
  staffId: staff,
} as const;

/** The id of the n-th generated invoice (and of its document), from 1. */
export function invoiceId(n: number): string {
  return `00000000-0000-7000-9000-${n.toString(16).padStart(12, '0')}`;
}

/** One customer with many invoices among many companies: set-based, the same every time. */
export async function generate(product: Product): Promise<void> {
  const { query } = product;
  await query(
    `insert into companies (id, name, domain_name, is_provider, license) values
       ($1, 'Aanbieder', 'provider.example', true, 'P'), ($2, 'Klant', 'customer.example', false, 'C')`,
    [provider, company],
  );
  await query(
    `insert into companies (id, name, domain_name, prima_relatienummer, license)
     select ('00000000-0000-7000-8100-' || lpad(to_hex(n), 12, '0'))::uuid, 'Bedrijf ' || (n * 7919 % 100000), 'c' || n || '.example', n::text, 'L' || n
     from generate_series(1, ${sizes.companies}) n`,
  );
  await query(
    `insert into users (id, company_id, email, first_name, last_name) values ($1, $2, $3, 'Sanne', 'Staf'), ($4, $5, $6, 'Petra', 'Klant')`,
    [staff, provider, known.staffEmail, user, company, known.userEmail],
  );
  await query(
    `insert into user_permissions values ($1, 'core.companies.read.system'), ($2, 'fmmodule.invoices.read.company'),
       ($2, 'fmmodule.invoices.approve.company'), ($2, 'fmmodule.documents.create.company')`,
    [staff, user],
  );
  await query(`insert into modules (id, code, name) values (gen_random_uuid(), 'fmmodule', 'Facturen')`);
  await query(
    `insert into company_modules (company_id, id, module_id) select $1, gen_random_uuid(), id from modules`,
    [company],
  );
  await query(
    `insert into administrations (company_id, id, name, tag) values ($1, gen_random_uuid(), 'Holding', 'H')`,
    [company],
  );
  await query(
    `insert into documents (company_id, id, number, sha256, filename, bytes, source, state, created_by)
     select $1, ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, '2026-11-' || lpad(n::text, 5, '0'),
       lpad(to_hex(n), 64, '0'), 'f' || n || '.pdf', 1000, 'upload', 2, $2
     from generate_series(1, ${sizes.invoices}) n`,
    [company, user],
  );
  await query(
    `insert into invoices (company_id, id, document_id, document_number, creditor_name, supplier_key, invoice_number,
       invoice_number_key, invoice_date, description, total_in_cents, status, approval_state, file_sha256, created_by)
     select $1, d.id, d.id, d.number, 'Leverancier ' || (n * 31 % 997), 'kvk:' || (n % 997), 'F' || n, 'F' || n,
       date '2026-01-01' + n % 300, 'Onderhoud complex ' || n % 100, 1000 + n * 37 % 500000,
       case when n <= 10000 then 0 else 3 end, case when n <= 10000 then 0 else 1 end, d.sha256, $2
     from documents d, lateral (select right(d.number, 5)::int as n) x where d.company_id = $1`,
    [company, user],
  );
  await query(
    `insert into invoice_lines (company_id, invoice_id, line_number, ledger_number, ledger_name, debit_in_cents, credit_in_cents, description)
     select company_id, id, l, '4310', 'Onderhoud', case when l = 1 then total_in_cents else 0 end, case when l = 2 then total_in_cents else 0 end, 'Regel ' || l
     from invoices, generate_series(1, 2) l`,
  );
  await query('analyze');
}

/** A small UBL invoice with its own number, so that none is a duplicate. */
export function ubl(n: number): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:ID>BENCH-${n}</cbc:ID><cbc:IssueDate>2026-11-01</cbc:IssueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty><cac:Party><cac:PartyLegalEntity><cbc:RegistrationName>Bench B.V.</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
<cac:LegalMonetaryTotal><cbc:TaxInclusiveAmount currencyID="EUR">121.00</cbc:TaxInclusiveAmount><cbc:PayableAmount currencyID="EUR">121.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
</Invoice>`;
}
