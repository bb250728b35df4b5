-- What a wall shows: its own screen, and no other. Those that are paired already show the monitor.
alter table displays add column shows text not null default 'MONITOR' check (shows in ('MONITOR', 'PROJECTS'));
