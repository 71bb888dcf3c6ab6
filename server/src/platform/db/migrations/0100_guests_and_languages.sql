-- The language that a person works in, for what is mailed to him; null until a portal told it.
alter table users add column language text check (language in ('nl', 'en'));
-- Of a customer of the company, not of the company itself: groups for everyone do not reach him (decision 0033).
alter table users add column is_guest boolean not null default false;
update users set is_guest = true where exists (select from user_customer_relations bound where bound.user_id = users.id);
