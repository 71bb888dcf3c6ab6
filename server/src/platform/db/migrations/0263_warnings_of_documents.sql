-- What reading a document noticed: pages on which another invoice starts (null: read before this was looked for), and to
-- whom it is addressed where that is neither the company nor one of its administrations.
alter table documents add column split_before integer[];
alter table documents add column addressed_to text;
