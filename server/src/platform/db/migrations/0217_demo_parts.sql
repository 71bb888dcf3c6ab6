-- The parts of the demo that this database was given when its demo companies were made (decision 0071).
-- A part that is not listed is never added: it came with a later version. Databases from before this table list none.
create table demo_parts (
  name text primary key,
  -- Null until a start has added the part.
  added_at timestamptz
);
