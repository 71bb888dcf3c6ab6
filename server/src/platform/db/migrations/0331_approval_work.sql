-- How a company's approval goes on by itself, and what people have seen and been asked (decision 0118).
create table approval_settings (
  company_id uuid primary key references companies,
  -- The hour in Amsterdam at which people get a mail of what waits for them; null: none.
  digest_hour smallint,
  -- After so many working days a turn goes on; null: never.
  escalate_after smallint,
  -- To whom; null: the people of the next step.
  escalate_to uuid,
  -- Approving several at once leaves out what the person never opened.
  bulk_needs_opened boolean not null default true,
  -- Each turn is mailed with a link that decides.
  mails_turns boolean not null default false,
  row_version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid
);

alter table invoice_approvals
  -- Since when it is their turn.
  add column pending_since timestamptz,
  -- The flow or four eyes asked for it, also after it was passed on.
  add column is_required boolean not null default false,
  add column mailed_at timestamptz;
update invoice_approvals a set is_required = a.origin in (1, 2),
  pending_since = case when a.state = 1 then (select i.updated_at from invoices i
    where i.company_id = a.company_id and i.id = a.invoice_id) end;
create index invoice_approvals_pending on invoice_approvals (company_id, user_id, pending_since) where state = 1;

-- Who had the pages of an invoice in view.
create table invoice_openings (
  company_id uuid not null,
  invoice_id uuid not null,
  user_id uuid not null,
  opened_at timestamptz not null,
  primary key (company_id, invoice_id, user_id)
);

-- Who is asked or mentioned finds it.
create index invoice_comments_mentions on invoice_comments using gin (company_id, mentions);

-- What was written so far is one entry: who wrote which line stands in its text.
insert into invoice_comments (company_id, id, invoice_id, kind, at, user_id, user_name, text)
  select company_id, gen_random_uuid(), id, 1, updated_at, null, '', comments from invoices where comments <> '';
