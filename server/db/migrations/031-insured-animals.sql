-- Which animals a policy insures, and what was claimed for them ----------------------------------------------------------
create table policy_animals (
  policy_id bigint not null references insurance_policies on delete cascade,
  animal_id bigint not null references animals on delete cascade,
  primary key (policy_id, animal_id)
);
create index policy_animals_animal on policy_animals (animal_id);
-- A policy insured the herd of its farm before.
insert into policy_animals (policy_id, animal_id)
select p.id, a.id from insurance_policies p join animals a on a.farm_id = p.farm_id
where p.deleted_at is null and a.deleted_at is null and a.in_herd_to is null;

create table insurance_claims (
  id bigint generated always as identity primary key,
  policy_id bigint not null references insurance_policies,
  happened_on date not null,
  cause text not null,
  amount numeric(15, 2) not null check (amount >= 0),
  document_id uuid references files,
  status text not null default 'OPEN' check (status in ('OPEN', 'PAID', 'REFUSED')),
  decided_on date,
  paid_amount numeric(15, 2) check (paid_amount >= 0),
  note text,
  like record_columns including defaults,
  unique (id, policy_id),
  check ((status = 'OPEN') = (decided_on is null)),
  check ((status = 'PAID') = (paid_amount is not null)),
  check (decided_on >= happened_on)
);
create index insurance_claims_policy on insurance_claims (policy_id);
create index insurance_claims_document on insurance_claims (document_id) where document_id is not null;

-- A claim is about animals that its policy insures: they can't be taken off it.
create table claim_animals (
  claim_id bigint not null,
  policy_id bigint not null,
  animal_id bigint not null,
  primary key (claim_id, animal_id),
  foreign key (claim_id, policy_id) references insurance_claims (id, policy_id) on delete cascade,
  foreign key (policy_id, animal_id) references policy_animals (policy_id, animal_id)
);
create index claim_animals_insured on claim_animals (policy_id, animal_id);

-- What the insurer decided stays, whatever asks for a change.
create function keep_decided_claims() returns trigger language plpgsql as $$
begin
  if old.status <> 'OPEN' then
    raise exception 'a claim is decided once and never changed' using errcode = 'DR005';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger insurance_claims_decided before update or delete on insurance_claims for each row execute function keep_decided_claims();

create function keep_decided_animals() returns trigger language plpgsql as $$
begin
  if exists (select from insurance_claims where id = coalesce(new.claim_id, old.claim_id) and status <> 'OPEN') then
    raise exception 'the animals of a decided claim are never changed' using errcode = 'DR005';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger claim_animals_decided before insert or update or delete on claim_animals for each row execute function keep_decided_animals();
