-- A person mended the lines that were read: a later reading leaves them alone (§D10).
alter table documents add column has_edited_lines boolean not null default false;
