-- When the person of a session last proved that it is they: by signing in, or again before a sensitive change. Machine time.
alter table sessions add column proven_at timestamptz;

-- A new address counts once the link that was mailed to it is followed.
alter table mail_links
  drop constraint mail_links_purpose_check,
  add constraint mail_links_purpose_check check (purpose in ('ACTIVATE', 'SET_PASSWORD', 'CONFIRM_EMAIL')),
  add column address text,
  add constraint mail_links_address_check check ((purpose = 'CONFIRM_EMAIL') = (address is not null));
