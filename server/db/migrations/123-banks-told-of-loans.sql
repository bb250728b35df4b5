-- An alert about a loan is told to its bank, too, by the bank's own rosters and channels. So an alert has a plan for each organisation.
alter table alert_escalations drop constraint alert_escalations_pkey;
create unique index alert_escalations_of on alert_escalations (alert_id, organisation_id) nulls not distinct;

create or replace function plan_alerts() returns trigger language plpgsql as $$
begin
  insert into alert_escalations (alert_id, organisation_id, due_at, ended_at, ended_because)
  select a.id, o.id, a.raised_at, case when a.is_late then a.raised_at end, case when a.is_late then 'LATE' end
  from raised a join farms f on f.id = a.farm_id left join projects p on a.subject_type = 'PROJECT' and p.id = a.subject_id
    cross join lateral (select f.supervisor_org_id as id union select p.bank_org_id where p.bank_org_id is not null) o
  where a.cleared_at is null;
  return null;
end $$;
