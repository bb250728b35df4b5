-- The effect of a ticket on headcount and coverage when a step of it was decided: that decision was made on it. Machine time.
create table ticket_step_effects (
  step_id bigint primary key references ticket_steps,
  effects jsonb not null check (jsonb_typeof(effects) = 'array'),
  kept_at timestamptz not null
);
create trigger ticket_step_effects_keep before update or delete or truncate on ticket_step_effects
  for each statement execute function refuse_change();
create trigger ticket_step_effects_seal_ticket_step_effects after insert on ticket_step_effects referencing new table as added
  for each statement execute function queue_for_seal('ticket_step_effects', 'a.step_id::text');
