-- Tickets: until when they are to be decided, what is said about them, and who decides in whose place ---------------------

alter table tickets
  add column due_at timestamptz not null default now() + interval '3 days',
  -- When those who have to decide were reminded before that time, and told after it.
  add column reminded_at timestamptz,
  add column overdue_told_at timestamptz;
create index tickets_due on tickets (due_at) where state = 'PENDING';

create table ticket_comments (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets,
  author_id bigint not null references users,
  comment text not null check (length(comment) between 1 and 1000),
  at timestamptz not null
);
create index ticket_comments_ticket on ticket_comments (ticket_id, id);
create trigger ticket_comments_keep before update or delete or truncate on ticket_comments
  for each statement execute function refuse_change();

-- Who is away and who decides in their place meanwhile: one of the same organisation and role. It ends by its time, or earlier.
create table ticket_stand_ins (
  id bigint generated always as identity primary key,
  absent_id bigint not null references users on delete cascade,
  stand_in_id bigint not null references users on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  named_at timestamptz not null,
  check (absent_id <> stand_in_id),
  check (starts_at < ends_at)
);
create index ticket_stand_ins_absent on ticket_stand_ins (absent_id, ends_at);
create index ticket_stand_ins_stand_in on ticket_stand_ins (stand_in_id, ends_at);

alter table ticket_steps
  add column decided_for bigint references users,
  add check (decided_for is null or decision is not null);

-- Four eyes hold for stand-ins, too: nobody decides in the place of somebody who raised it, nor without being asked to.
create function guard_stand_in() returns trigger language plpgsql as $$
begin
  if new.decided_for = (select raised_by from tickets where id = new.ticket_id) then
    raise exception 'nobody decides their own request' using errcode = 'DR002';
  end if;
  if not exists (
    select from ticket_stand_ins i join users a on a.id = i.absent_id join users s on s.id = i.stand_in_id
    where i.absent_id = new.decided_for and i.stand_in_id = new.decided_by
      and new.decided_at >= i.starts_at and new.decided_at < least(i.ends_at, i.ended_at)
      and a.role = new.approver_role and s.role = a.role and s.organisation_id is not distinct from a.organisation_id) then
    raise exception 'nobody named them to decide in their place' using errcode = 'DR009';
  end if;
  return new;
end $$;
create trigger ticket_steps_stand_in before update on ticket_steps
  for each row when (new.decided_for is not null) execute function guard_stand_in();

-- Which animals may leave their place, and when -------------------------------------------------------------------------

create table movement_permits (
  id bigint generated always as identity primary key,
  ticket_id bigint not null unique references tickets,
  farm_id bigint not null references farms,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  purpose text not null,
  certificate_no text,
  check (starts_at < ends_at)
);
create index movement_permits_ends on movement_permits (ends_at);
create trigger movement_permits_keep before update or delete or truncate on movement_permits
  for each statement execute function refuse_change();

create table movement_permit_animals (
  permit_id bigint not null references movement_permits,
  animal_id bigint not null references animals,
  primary key (permit_id, animal_id)
);
create index movement_permit_animals_animal on movement_permit_animals (animal_id);
create trigger movement_permit_animals_keep before update or delete or truncate on movement_permit_animals
  for each statement execute function refuse_change();
