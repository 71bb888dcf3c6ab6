-- What was done in the hours (§E8). Hours from before, and those that an older version writes, have none.
alter table order_times add column description text not null default '';
