-- Whether decider or raiser had invited the other within a week before the request: allowed only while nobody else can decide the step.
alter table ticket_steps add column is_of_inviter boolean not null default false;
