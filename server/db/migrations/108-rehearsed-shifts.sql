-- Rehearsals tell the shifts of rosters: those that are kept had a day's and a night's.
update rehearsals set result = result || jsonb_build_object(
  'shifts', (
    select jsonb_agg(jsonb_build_object('roster', null, 'from', case one ->> 'shift' when 'DAY' then 480 else 1200 end, 'to', case one ->> 'shift' when 'DAY' then 1200 else 480 end,
      'today', one -> 'today', 'rehearsed', one -> 'rehearsed'))
    from jsonb_array_elements(result -> 'shifts') one),
  'outsideShifts', jsonb_build_object('today', 0, 'rehearsed', 0))
where result is not null;
