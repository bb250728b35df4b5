-- Databases that were filled before the mark existed: the demo's source is known by its secret.
insert into marks (name, at)
select 'demo_accounts', created_at from sources where name = 'demo' and secret_hash = sha256('Demo2026')
on conflict (name) do nothing;
