-- What triggers kept is kept by the statements that write, through one function each (decision 0075): stored counts of orders
-- by order-counts.repository.ts, sums and marks of uses by usage.repository.ts. A job compares them every night with what
-- they are of, and puts right what a process of the version before left out while both ran.
drop trigger work_orders_added on work_orders;
drop trigger work_orders_gone on work_orders;
drop trigger work_orders_changed on work_orders;
drop function count_work_orders();
drop function add_work_order_counts(uuid[], smallint[], integer[]);

drop trigger usage_is_counted on usage_events;
drop trigger usage_is_counted_again on usage_events;
drop trigger usage_is_uncounted on usage_events;
drop function count_usage();
drop trigger usage_follows_document on documents;
drop trigger usage_follows_new_invoice on invoices;
drop trigger usage_follows_invoice on invoices;
drop function mark_usage_of_document();
drop function mark_usage_of_invoice();
drop function mark_usage(uuid, uuid);

-- Nothing of the product adds lines to approve after an invoice was made.
drop trigger invoice_has_turns on invoice_approvals;
drop function note_turns();

-- next_line_position() and usage_mark() stay until no process of the version before calls them.
