-- A telephone number that an administrator entered for a user who has signed in before counts once the user confirms it.
alter table users add column pending_telephone text;

-- The user who requested an address for somebody else: its link then works only in a session of the account's holder.
alter table mail_links add column asked_by bigint references users (id) on delete set null;

-- A decider's changes to the credentials of a requester are found by the people concerned.
create index audit_entries_credentials on audit_entries (noun_id, user_id, at) where noun = 'user';
