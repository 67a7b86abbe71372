-- Whoever has a paper in hand types the end of an account's number, or its middle: any three signs of it are found by their trigrams.
create index account_number_trigrams on account using gin (plain_number(number) public.gin_trgm_ops);
