-- What sign-in changes of a user, in a table of its own: where companies are spread over servers `users` is on all of them,
-- and each change of it reaches them all, while this is on the coordinator only (decision 0111). The columns of `users`
-- stay for processes of the version before; what they raise counts too.
create table sign_in_state (
  user_id uuid primary key references users on delete cascade,
  session_epoch integer not null default 1,
  language text check (language in ('nl', 'en'))
);
insert into sign_in_state (user_id, session_epoch, language)
  select id, session_epoch, language from users where session_epoch <> 1 or language is not null;
