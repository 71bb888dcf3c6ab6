-- Mails that a request sends itself, for a day: a retry under the same key sends none of them twice (decision 0114).
create table request_mails (
  company_id uuid not null,
  id uuid not null,
  -- 0 waits, 1 is being sent, 2 sent, 3 refused by the mail server.
  state smallint not null,
  at timestamptz not null,
  primary key (company_id, id)
);
create index request_mails_by_age on request_mails (company_id, at);
