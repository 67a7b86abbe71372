-- What the dashboard counts is found by its day, however many accounts and clients there are.

drop index account_by_expiry;
create index account_by_expiry on account (expires_on) where status in ('active', 'expired');
-- Those that wait have none.
create index account_by_opening on account (opened_on);

-- The day of the year of a birthday, as month and day: 229 is 29 February.
create function birthday_of(p_birth date) returns integer language sql immutable as
$$ select (extract(month from p_birth) * 100 + extract(day from p_birth))::integer $$;
create index client_by_birthday on client (birthday_of(birth_date)) where kind = 'person';
create index client_erased on client (id) where erased_at is not null;
