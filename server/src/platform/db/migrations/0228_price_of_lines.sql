-- A line that is sold by the piece, with a discount: `sales_amount` is what follows from them. Null: it is of the line as a whole.
alter table order_lines add column quantity double precision, add column unit_amount bigint,
  add column discount_percentage double precision;
