-- What a neckband says that it is; the firmware that it says it runs goes beside what people note.
alter table neckbands add column hardware text;
