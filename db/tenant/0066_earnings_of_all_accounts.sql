-- Of all accounts, in parts that fit into memory. The postings are read in one pass: account by account, each lies on a page of its own.
create function keep_all_earnings() returns void language plpgsql security definer set search_path from current as
$$
declare
  part bigint[];
  last bigint := 0;
begin
  perform from account_balance b order by b.account_id for no key update;
  create temporary table earning_line on commit drop as
    select l.account_id, l.ledger = 3 as capital, j.kind, j.value_date, -l.amount as amount
      from posting l join journal j on j.id = l.journal_id where l.account_id is not null order by l.account_id;
  create index on earning_line using brin (account_id) with (pages_per_range = 16);
  analyze earning_line;
  loop
    part := array(select account_id from account_balance where account_id > last order by account_id limit 5000);
    exit when cardinality(part) = 0;
    perform write_earnings(part, array_agg(l.account_id), array_agg(l.capital), array_agg(l.kind), array_agg(l.value_date), array_agg(l.amount))
       from earning_line l where l.account_id between part[1] and part[cardinality(part)];
    last := part[cardinality(part)];
  end loop;
  drop table earning_line;
end
$$;

select keep_all_earnings();
