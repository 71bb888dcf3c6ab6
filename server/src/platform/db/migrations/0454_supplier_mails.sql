-- Mails to suppliers about rejections (decision 0120): each goes out at most once.
create table invoice_supplier_mails (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  -- 0 waiting, 1 sending, 2 sent, 3 uncertain, 4 failed, 5 withdrawn.
  state smallint not null default 0,
  mail_to text not null,
  subject text not null,
  text text not null,
  language text not null,
  asked_by uuid,
  asked_by_name text not null,
  -- Where an answer goes.
  reply_to text not null,
  asked_at timestamptz not null,
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references invoices on delete cascade
);
create index invoice_supplier_mails_of_invoice on invoice_supplier_mails (company_id, invoice_id, asked_at);
