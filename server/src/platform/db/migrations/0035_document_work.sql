-- What people and mailboxes do with documents: verdicts, page work, intake, retries, usage.
alter table documents add column if not exists trigger_id uuid;
alter table documents
  -- The creditor of the invoice that was made of it.
  add column creditor_id uuid,
  -- The verdict of §D2; null while it waits for one.
  add column is_correct boolean,
  add column verdict_at timestamptz,
  add column verdict_by uuid,
  -- Whether a person had changed a value before the verdict.
  add column was_corrected boolean not null default false,
  -- Its supplier was automatic when the invoice was made: no verdict is asked for.
  add column skips_validation boolean not null default false,
  -- The file as it came in, once page work has changed it; else empty.
  add column source_sha256 text not null default '',
  add column source_mime text not null default '',
  add column source_filename text not null default '',
  add column mail_id uuid,
  -- The command that set it aside, for exactly its undo (§D4).
  add column batch_id uuid,
  -- The retry that it was last queued by (§D6).
  add column retry_id uuid;
create index documents_unvalidated on documents (company_id, number collate natural_order, id)
  where state = 2 and is_correct is null and not skips_validation and deleted_at is null;
create index documents_by_creditor on documents (company_id, creditor_id, created_at) where creditor_id is not null;
create index documents_by_trigger on documents (trigger_id, company_id, created_at) where trigger_id is not null;
create index documents_by_batch on documents (batch_id) where batch_id is not null;
create index documents_by_retry on documents (retry_id) where retry_id is not null;
create index documents_trash on documents (company_id, deleted_at) where deleted_at is not null;

-- Whose turn it is with a document; soft, and gone by itself.
create table document_locks (
  company_id uuid not null,
  document_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  until timestamptz not null,
  primary key (company_id, document_id),
  foreign key (company_id, document_id) references documents on delete cascade
);

-- A command that set documents aside; `documents.batch_id` tells which.
create table document_batches (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null,
  primary key (company_id, id)
);

-- One run of the retry; how far it is stands in the documents themselves, so that a kill loses no count.
create table document_retries (
  company_id uuid not null references companies,
  id uuid not null,
  -- `system`, `company` or `user:{id}`: one run at a time each.
  scope text not null,
  document_count integer not null,
  started_at timestamptz not null,
  started_by uuid not null,
  started_by_name text not null,
  primary key (company_id, id)
);
create index document_retries_newest on document_retries (company_id, scope, started_at);

alter table creditors
  -- Skips validation, never approval.
  add column is_automatic boolean not null default false,
  add column automatic_off text not null default '',
  -- Positive without an edit, without one of another kind in between.
  add column positives_in_a_row integer not null default 0;

-- A mail as it came in. Its original is kept; one mail is taken in once, whatever is killed in between.
create table intake_mails (
  company_id uuid not null references companies,
  id uuid not null,
  administration_id uuid not null,
  -- Which mailbox, in case an administration gets another one.
  mailbox text not null,
  uid_validity text not null,
  uid bigint not null,
  message_id text not null,
  -- What its files are, so that two mails with one Message-ID are told apart.
  fingerprint text not null,
  sha256 text not null,
  bytes bigint not null,
  sender text not null,
  subject text not null,
  received_at timestamptz not null,
  taken_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, administration_id, mailbox, uid_validity, uid)
);
create index intake_mails_by_message on intake_mails (company_id, administration_id, message_id) where message_id <> '';
create index intake_mails_by_id on intake_mails (id);

-- Every file, and every mail without one: a document or a reason.
create table intake_log (
  company_id uuid not null references companies,
  id uuid not null,
  administration_id uuid,
  source text not null,
  received_at timestamptz not null,
  mail_id uuid,
  filename text not null,
  archive text not null default '',
  bytes bigint not null,
  document_id uuid,
  reason text not null default '',
  primary key (company_id, id)
);
create index intake_log_newest on intake_log (company_id, received_at, id);
create index intake_log_by_id on intake_log (id);
create index intake_log_of_document on intake_log (company_id, document_id);

-- How an administration's mailbox is read and answered; the mailbox itself stands with the administration.
create table intake_mailboxes (
  company_id uuid not null,
  administration_id uuid not null,
  sends_receipts boolean not null default false,
  senders text[] not null default '{}',
  -- How far it was read.
  mailbox text not null default '',
  uid_validity text not null default '',
  last_uid bigint not null default 0,
  last_read_at timestamptz,
  last_verdict text not null default '',
  primary key (company_id, administration_id),
  foreign key (company_id, administration_id) references administrations (company_id, id) on delete cascade
);

-- When a sender last got a receipt: at most one an hour.
create table intake_receipts (
  company_id uuid not null,
  administration_id uuid not null,
  sender text not null,
  sent_at timestamptz not null,
  primary key (company_id, administration_id, sender),
  foreign key (company_id, administration_id) references administrations (company_id, id) on delete cascade
);

-- What is billed later (§I6): one event a thing and kind, for ever. It outlives the document.
create table usage_events (
  company_id uuid not null references companies,
  -- `scan`, `processed` or `attachment`.
  kind text not null,
  -- The document, or the attachment.
  subject_id uuid not null,
  document_id uuid not null,
  administration_id uuid,
  at timestamptz not null,
  primary key (company_id, kind, subject_id)
);
create index usage_events_by_month on usage_events (company_id, at, kind);
