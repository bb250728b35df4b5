-- Which animals were ever noted as missing: few among many. Of all others no moment of the past has to be looked at.
create index audit_entries_missing on audit_entries (noun_id)
  where noun = 'animal' and (after ->> 'status' = 'MISSING' or before ->> 'status' = 'MISSING');

-- The samples with which each half of a day (UTC) begins: what the wall of projects draws its month from.
create index project_samples_half_days on project_samples (project_id, at) include (heard)
  where at - date_bin('12 hours', at, '1970-01-01Z') < interval '16 minutes';
