create table insurance_policies (
  id bigint generated always as identity primary key,
  farm_id bigint not null references farms,
  insurer text not null,
  number text not null,
  starts_on date not null,
  ends_on date not null check (starts_on <= ends_on),
  sum_per_head numeric(15, 2) not null check (sum_per_head >= 0),
  like record_columns including defaults
);
create unique index insurance_policies_number on insurance_policies (insurer, number) where deleted_at is null;
