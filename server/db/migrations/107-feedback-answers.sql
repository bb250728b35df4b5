-- How an answer reaches whoever wrote to the platform ------------------------------------------------------------------------

alter table feedback
  -- What they read, of the languages that there are words in; null: written before it was kept.
  add column language text,
  -- The address or number that the answer was sent to; null: to none.
  add column answered_to text;
