import { sql } from 'kysely';
import { foldText } from '#contract/list-query/text.ts';
import { checkDays } from '#server/features/documents/index.ts';
import { generateInvoices } from '#server/samples/generate.ts';
import type { Services } from '#server/platform/context.ts';

/** What a demo customer had read and processed. */
export interface DemoUse {
  readonly companyId: string;
  /** To whom the invoices are addressed. */
  readonly name: string;
  /** Days, both included; on working days so many documents, more or less. */
  readonly from: string;
  readonly to: string;
  readonly aDay: number;
  readonly isTrial: boolean;
}

// Enough different ones; each is the file of many documents.
const originals = 8;

/**
 * Documents of past months with their originals, already processed, and the uses that they were: written at once, since
 * reading thousands would take an hour. Some are duplicates, which cost nothing; some have an attachment.
 */
export async function demoUse(
  services: Services,
  { companyId, name, from, to, aDay, isTrial }: DemoUse,
): Promise<void> {
  const files = await originalsOf(services, name, to);
  await sql`
    with file as (
      select row_number() over () - 1 as place, * from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as f (sha256 text, stem text, bytes integer)
    ), owner as (
      select id from administrations where company_id = ${companyId}::uuid and deleted_at is null order by tag
    ), day as (
      select d::date as day from generate_series(${from}::date, ${to}::date, interval '1 day') d where extract(isodow from d) < 6
    ), moment as (
      select (day + interval '8 hours' + n * interval '17 minutes') at time zone 'Europe/Amsterdam' as at, to_char(day, 'YYYY-MM') as month
      from day, lateral generate_series(1, (${aDay}::numeric * (0.7 + 0.05 * (extract(day from day)::integer % 13)))::integer) n
    ), ordered as (
      select *, row_number() over (order by at) as nth, row_number() over (partition by month order by at) as place from moment
    ), made as (
      select gen_random_uuid() as id, o.at, o.nth, o.month, o.place, f.sha256, f.stem, f.bytes, a.id as administration_id,
        case when o.nth % 37 = 5 then 'duplicate' else '' end as mark
      from ordered o
        join file f on f.place = o.nth % ${originals}
        left join lateral (select id from owner offset o.nth % greatest((select count(*) from owner), 1) limit 1) a on true
    ), document as (
      insert into documents (company_id, id, number, administration_id, sha256, filename, mime, bytes, source, state, page_count, text_length,
        is_correct, verdict_at, created_at, updated_at)
      select ${companyId}::uuid, id, month || '-' || lpad(place::text, 4, '0'), administration_id, sha256, stem || '-' || nth || '.pdf', 'application/pdf', bytes,
        'upload', 5, 1, 900, true, at, at, at
      from made
    ), counter as (
      insert into counters (company_id, name, value)
      select ${companyId}::uuid, 'documents-' || month, max(place) from made group by month
      on conflict (company_id, name) do update set value = greatest(counters.value, excluded.value)
    )
    insert into usage_events (company_id, kind, subject_id, document_id, administration_id, at, is_trial, mark)
    select ${companyId}::uuid, kind, case kind when 'attachment' then gen_random_uuid() else id end, id, administration_id,
      at + case kind when 'processed' then interval '2 hours' else interval '0' end, ${isTrial}, mark
    from made, unnest(array['scan', 'processed', 'attachment']) kind
    where kind = 'scan' or kind = 'processed' and mark = '' and nth % 10 <> 3 or kind = 'attachment' and nth % 5 = 2`.execute(
    services.db,
  );
  await checkDays(services.db, companyId);
}

interface Original {
  readonly sha256: string;
  /** The name of its file, without a number. */
  readonly stem: string;
  readonly bytes: number;
}

async function originalsOf(
  { files }: Pick<Services, 'files'>,
  name: string,
  until: string,
): Promise<Original[]> {
  const made: Original[] = [];
  for (const invoice of generateInvoices({ seed: 1907, count: originals, buyer: { name }, until })) {
    const bytes = await invoice.pdf();
    const stem = foldText(invoice.supplier.name)
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replace(/-$/, '');
    made.push({ sha256: await files.put(bytes), stem, bytes: bytes.length });
  }
  return made;
}
