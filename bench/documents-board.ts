import type { Product } from '../tests/support/product.ts';
import { known } from './data.ts';

/** How much the board looks at: in one company, and as much again in ten others that staff see beside it. */
const sizes = { suppliers: 1_000, documents: 100_000, triggers: 200, otherCompanies: 10 } as const;

/** Suppliers, triggers and documents with verdicts, rejections and edits: set-based, the same every time. */
export async function generateBoard({ query }: Product): Promise<void> {
  const companies = `select $1::uuid as id, 0 as c union all
    select ('00000000-0000-7000-8100-' || lpad(to_hex(c), 12, '0'))::uuid, c from generate_series(1, ${sizes.otherCompanies}) c`;
  const share = `case when c = 0 then 1 else ${sizes.otherCompanies} end`;
  const supplier = `('00000000-0000-7000-a' || lpad(c::text, 3, '0') || '-' || lpad(to_hex(s), 12, '0'))::uuid`;
  await query(
    `insert into creditors (company_id, id, name, name_key, kvk)
     select id, ${supplier}, 'Leverancier ' || s, 'leverancier' || s, lpad(s::text, 8, '0')
     from (${companies}) x, lateral generate_series(1, ${sizes.suppliers} / ${share}) s`,
    [known.company],
  );
  await query(
    `insert into triggers (id, company_id, naam, keywords)
     select ('00000000-0000-7000-b000-' || lpad(to_hex(t), 12, '0'))::uuid, case when t % 2 = 0 then $1::uuid end, 'Trigger ' || t, 'x'
     from generate_series(1, ${sizes.triggers}) t`,
    [known.company],
  );
  await query(
    `insert into documents (company_id, id, number, sha256, filename, bytes, source, state, creditor_id, trigger_id,
       is_correct, was_rejected, was_corrected, reasons, created_by, created_at)
     select id, gen_random_uuid(), '2025-' || c || '-' || lpad(n::text, 6, '0'), md5(c || ' ' || n) || md5(n || ' ' || c), 'b' || n || '.pdf', 1000,
       'upload', case when n % 29 = 0 then 3 else 2 end, ${supplier},
       case when n % 3 = 0 then ('00000000-0000-7000-b000-' || lpad(to_hex(1 + n % ${sizes.triggers}), 12, '0'))::uuid end,
       case when n % 5 < 3 then n % 29 <> 0 end, n % 31 = 0, n % 7 = 0, case when n % 29 = 0 then array['no-total'] else '{}' end, $2,
       now() - n * interval '4 minutes'
     from (${companies}) x, lateral (select n, 1 + (n::bigint * 7919 % (${sizes.suppliers} / ${share})) as s
       from generate_series(1, ${sizes.documents} / ${share}) n) y`,
    [known.company, known.userId],
  );
  await query('vacuum analyze documents');
  await query('vacuum analyze creditors');
}

/** The pages of the board that are timed, with their names. */
export const boardPages: Readonly<Record<string, string>> = {
  'suppliers, most documents first': 'suppliers?$top=50&$count=true',
  'suppliers, 200 at once': 'suppliers?$top=200&$count=true',
  'suppliers, least positive first': 'suppliers?$top=50&$count=true&$orderby=positiveShare%20asc',
  'suppliers, by name': 'suppliers?$top=50&$count=true&$orderby=name%20asc',
  'suppliers, last document first': 'suppliers?$top=50&$count=true&$orderby=lastDocumentAt%20desc',
  'suppliers, found by name': 'suppliers?$top=50&$count=true&query=leverancier%2077',
  'triggers, most documents first': 'triggers?$top=50&$count=true',
};
