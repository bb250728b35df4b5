-- What somebody uploads is theirs within the organisation of which they are then -------------------------------------------
alter table files add column organisation_id bigint references organisations;
create temporary table moves on commit drop as
  select e.id, e.noun_id as user_id, e.at, (e.before ->> 'organisationId')::bigint as from_id from audit_entries e
  where e.noun = 'user' and e.before is not null and e.after is not null and e.before -> 'organisationId' is distinct from e.after -> 'organisationId';
update files f set organisation_id = case
    when exists (select from moves m where m.user_id = u.id and m.at > f.uploaded_at)
    then (select o.id from organisations o where o.id = (select m.from_id from moves m where m.user_id = u.id and m.at > f.uploaded_at order by m.id limit 1))
    else u.organisation_id end
  from users u where u.id = f.uploaded_by;

-- Whoever was moved has no notices of the organisation before.
update notices n set cleared_at = m.at from moves m where m.user_id = n.user_id and n.at < m.at and n.cleared_at is null;
