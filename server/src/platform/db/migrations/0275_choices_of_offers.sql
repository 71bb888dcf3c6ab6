-- Percent off all lines of an offer, in hundredths; an order has that of the offer that its customer accepted.
alter table offers add column discount_rate integer not null default 0;
alter table work_orders add column discount_percentage double precision;
-- Lines of an offer with the same number are alternatives: the customer takes one of them.
alter table offer_lines add column choice integer;
-- Cents for one, with two decimals: a piece may cost less than a cent.
alter table order_lines alter column unit_amount type double precision;
