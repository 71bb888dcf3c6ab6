-- Where the next line of an order stands. A volatile function looks with a snapshot of its own: called after the row of the
-- order is held, it sees what a line that was added meanwhile took, within one and the same statement.
create function next_line_position(company uuid, work_order uuid) returns integer language plpgsql volatile as $$
begin
  return 1 + (select coalesce(max(l.position), 0) from order_lines l where l.company_id = company and l.work_order_id = work_order);
end $$;
