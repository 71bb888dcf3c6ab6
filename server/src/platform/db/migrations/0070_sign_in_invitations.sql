-- The last invitation of a user, for people to read: when, until when, and when it was used. The link itself goes as
-- soon as it is used or replaced (0011); this stays. It counts while the user's sessions are those of when it was made.
create table sign_in_invitations (
  user_id uuid primary key references users on delete cascade,
  session_epoch integer not null,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
