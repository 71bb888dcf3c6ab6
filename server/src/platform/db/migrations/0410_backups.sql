-- What the schedule of backups did, for whoever looks whether it works (decision 0171). Of this installation: on the
-- coordinator, and in no backup.
create table backup_runs (
  id uuid primary key,
  kind text not null check (kind in ('backup', 'rehearsal')),
  started_at timestamptz not null,
  -- Null while it runs, and for ever where the process was killed.
  ended_at timestamptz,
  outcome text check (outcome in ('done', 'failed', 'skipped')),
  -- The name of the backup.
  name text,
  bytes bigint,
  row_count bigint,
  file_count bigint,
  -- Rows by table, as they were counted in the restored database.
  counts jsonb,
  -- Why it failed or was skipped.
  reason text,
  check ((ended_at is null) = (outcome is null))
);
create index on backup_runs (started_at desc);
