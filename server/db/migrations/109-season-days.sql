-- A season begins and ends on days that there are: what was kept of others is the last day of their month.
update alert_rules set schedule = schedule || jsonb_build_object(
  'seasonFrom', case when schedule ->> 'seasonFrom' in ('02-30', '02-31') then '02-29' when schedule ->> 'seasonFrom' in ('04-31', '06-31', '09-31', '11-31') then left(schedule ->> 'seasonFrom', 3) || '30' else schedule ->> 'seasonFrom' end,
  'seasonTo', case when schedule ->> 'seasonTo' in ('02-30', '02-31') then '02-29' when schedule ->> 'seasonTo' in ('04-31', '06-31', '09-31', '11-31') then left(schedule ->> 'seasonTo', 3) || '30' else schedule ->> 'seasonTo' end)
where schedule ->> 'seasonFrom' ~ '^(02-3|(04|06|09|11)-31)' or schedule ->> 'seasonTo' ~ '^(02-3|(04|06|09|11)-31)';
