-- Leaving before the term is over: what it would cost, as the client was told, what was tried to keep them, and what came of it.

create table cancellation_reason (
  id   bigint generated always as identity primary key,
  name text   not null check (length(name) between 3 and 120)
);
comment on table cancellation_reason is 'Why clients leave early, as administrators word it.';
create unique index cancellation_reason_name on cancellation_reason (lower(name));

-- Ids of the prefixes never overlap, and these are given before their sequences are spread.
do $$
begin
  execute 'alter table cancellation_reason alter column id restart with '
    || case current_schema() when 'dino_uab' then 1000000000000001 when 'cfl' then 2000000000000001 else 1 end;
end
$$;
insert into cancellation_reason (name)
select name from unnest(case when current_schema() = 'dino_uab'
  then array['Precisa do dinheiro', 'Melhor oferta de outra entidade', 'Compra de casa', 'Insatisfação com o serviço', 'Falecimento ou herança', 'Outro motivo']
  else array['Necesita el dinero', 'Mejor oferta de otra entidad', 'Compra de vivienda', 'Descontento con el servicio', 'Fallecimiento o herencia', 'Otro motivo']
  end) with ordinality as known (name, n) order by n;

create type cancellation_state as enum ('open', 'executed', 'retained', 'expired');
create type retention_offer as enum ('better_rate', 'renewal', 'partial_withdrawal', 'call');

create table cancellation_quote (
  id              bigint             generated always as identity primary key,
  account_id      bigint             not null references account,
  reason_id       bigint             not null references cancellation_reason,
  note            text               check (length(note) between 3 and 500),
  state           cancellation_state not null default 'open',
  quoted_on       date               not null,
  quoted_at       timestamptz        not null,
  quoted_by       bigint,
  last_journal    bigint             not null,
  capital         numeric(18, 2)     not null,
  interest        numeric(18, 2)     not null,
  bonus           numeric(18, 2)     not null,
  posted_interest numeric(18, 2)     not null,
  posted_bonus    numeric(18, 2)     not null,
  penalty         numeric(18, 2)     not null check (penalty >= 0),
  withheld        numeric(18, 2)     not null,
  net             numeric(18, 2)     not null check (net >= 0),
  tax_parts       jsonb              not null,
  approval_id     bigint             references approval,
  execution_key   text               unique,
  executed_at     timestamptz,
  executed_by     bigint,
  check (net = capital + interest + bonus - posted_interest - posted_bonus - penalty - withheld),
  check ((state = 'executed') = (executed_at is not null))
);
comment on table cancellation_quote is 'What a client would get who leaves today. interest, bonus: earned since the opening, posted_*: what of it is in the books already; capital: what stands in the account. Good until the day is over or anything moves on the account (a journal after last_journal); what is executed is exactly this.';
create index cancellation_quote_by_account on cancellation_quote (account_id, id desc);
create index cancellation_quote_by_day on cancellation_quote (quoted_on, id);
create index cancellation_quote_by_reason on cancellation_quote (reason_id);
create index cancellation_quote_by_approval on cancellation_quote (approval_id) where approval_id is not null;

-- What was told to the client stays as it was told; what is over stays over, but that somebody stayed after all may be noted later.
create function guard_cancellation_quote() returns trigger language plpgsql as
$$
begin
  if (new.account_id, new.reason_id, new.note, new.quoted_on, new.last_journal, new.capital, new.interest, new.bonus, new.posted_interest,
      new.posted_bonus, new.penalty, new.withheld, new.net, new.tax_parts) is distinct from
     (old.account_id, old.reason_id, old.note, old.quoted_on, old.last_journal, old.capital, old.interest, old.bonus, old.posted_interest,
      old.posted_bonus, old.penalty, old.withheld, old.net, old.tax_parts) then
    raise exception 'what a quote says does not change' using errcode = 'AT006';
  end if;
  if new.state <> old.state and not (old.state, new.state) in (
       ('open', 'executed'), ('open', 'retained'), ('open', 'expired'), ('expired', 'retained')) then
    raise exception 'a quote does not go from % to %', old.state, new.state using errcode = 'AT006';
  end if;
  return new;
end
$$;
create trigger cancellation_quote_stays before update on cancellation_quote for each row execute function guard_cancellation_quote();

create table retention_action (
  id       bigint          generated always as identity primary key,
  quote_id bigint          not null references cancellation_quote,
  offer    retention_offer not null,
  note     text            not null check (length(note) between 3 and 1000),
  kept     boolean         not null,
  acted_at timestamptz     not null,
  acted_by bigint
);
comment on table retention_action is 'What was offered to a client who wanted to leave, and whether they stayed. Only grows.';
create index retention_action_by_quote on retention_action (quote_id, id desc);
create trigger retention_action_is_append_only before update or delete on retention_action for each statement execute function refuse_change();
create trigger retention_action_is_not_truncated before truncate on retention_action for each statement execute function refuse_change();
