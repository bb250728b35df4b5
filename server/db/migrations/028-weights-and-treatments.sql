-- What animals weighed, and what was found of their health or done for it: days on their farm.
create table animal_weights (
  like record_columns including defaults,
  id bigint generated always as identity primary key,
  animal_id bigint not null references animals on delete cascade,
  weighed_on date not null,
  kg double precision not null check (kg > 0 and kg <= 3000),
  method text not null check (method in ('SCALE', 'TAPE', 'ESTIMATE')),
  source text
);
create index animal_weights_animal on animal_weights (animal_id, weighed_on);

create table treatments (
  like record_columns including defaults,
  id bigint generated always as identity primary key,
  animal_id bigint not null references animals on delete cascade,
  kind text not null,
  treated_on date not null,
  product text,
  dose text,
  given_by text,
  withdrawal_ends_on date check (withdrawal_ends_on >= treated_on),
  remark text
);
create index treatments_animal on treatments (animal_id, treated_on);
