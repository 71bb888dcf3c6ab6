-- An administration may say that every code it exports has to be mapped to one of the package (decision 0162).
alter table delivery_settings add column requires_mapping boolean not null default false;
