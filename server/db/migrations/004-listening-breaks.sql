-- When nobody took readings in: a herd that was not heard then was not listened to. Herd time.
create table listening_breaks (
  from_at timestamptz primary key,
  to_at timestamptz not null
);
