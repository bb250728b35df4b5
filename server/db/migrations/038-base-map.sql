-- What lies below farms and herds, as the platform chose it: one row, always there -------------------------------------
create table base_maps (
  id bigint primary key default 1 check (id = 1),
  -- ENVIRONMENT: what the server's environment says.
  kind text not null default 'ENVIRONMENT' check (kind in ('ENVIRONMENT', 'NONE', 'FILE', 'STYLE', 'TILES', 'TIANDITU')),
  file_name text,
  address text,
  origins text,
  tianditu_key text,
  datum text not null default 'WGS-84' check (datum in ('WGS-84', 'GCJ-02')),
  attribution text,
  like record_columns including defaults
);
insert into base_maps default values;
