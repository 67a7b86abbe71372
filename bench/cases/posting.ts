import type { Client } from 'pg'
import type { Bench } from '#bench/home.ts'
import { connectClients } from '#bench/limit.ts'
import { type MeasuredWork, measureAlternately } from '#bench/measure.ts'
import type { BenchResult, ResultSection } from '#bench/result.ts'
import { settleDatabase } from '#bench/settle-database.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { CaseTools } from './case.ts'

const callerCount = 16
const yardstickScale = 16

/** The tables of the usual yardstick of durable writing, at the scale of the callers. */
const createYardstickSql = `
  drop schema if exists bench cascade;
  create schema bench;
  create table bench.branches (bid int primary key, bbalance int not null, filler char(88)) with (fillfactor = 50);
  create table bench.tellers (tid int primary key, bid int not null, tbalance int not null, filler char(84)) with (fillfactor = 50);
  create table bench.accounts (aid int primary key, bid int not null, abalance int not null, filler char(84)) with (fillfactor = 90);
  create table bench.history (tid int, bid int, aid int, delta int, mtime timestamptz, filler char(22));
  insert into bench.branches select n, 0, '' from generate_series(1, ${yardstickScale}) n;
  insert into bench.tellers select n, (n - 1) / 10 + 1, 0, '' from generate_series(1, ${yardstickScale * 10}) n;
  insert into bench.accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${yardstickScale * 100_000}) n;`

const yardstickTables = ['branches', 'tellers', 'accounts', 'history'].map((name) => `bench.${name}`)

/** A small generator, so that each run touches the same places. */
const createRandom = (seed: number) => {
  let state = seed
  return (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return 1 + (state % most)
  }
}

/** One transaction like TPC-B's, as pgbench sends it: seven statements, each prepared. */
const runYardstickTransaction = async (client: Client, pick: (most: number) => number): Promise<void> => {
  const aid = pick(yardstickScale * 100_000)
  const tid = pick(yardstickScale * 10)
  const bid = pick(yardstickScale)
  const delta = pick(10_000) - 5000
  const send = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
  await client.query('begin')
  await send('tpcb1', 'update bench.accounts set abalance = abalance + $1 where aid = $2', [delta, aid])
  await send('tpcb2', 'select abalance from bench.accounts where aid = $1', [aid])
  await send('tpcb3', 'update bench.tellers set tbalance = tbalance + $1 where tid = $2', [delta, tid])
  await send('tpcb4', 'update bench.branches set bbalance = bbalance + $1 where bid = $2', [delta, bid])
  const insert = 'insert into bench.history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)'
  await send('tpcb5', insert, [tid, bid, aid, delta])
  await client.query('commit')
}

const createYardstick = async ({ owner }: Bench): Promise<void> => {
  await owner.query(createYardstickSql)
  await owner.query('grant usage on schema bench to public; grant all on all tables in schema bench to public')
  for (const table of yardstickTables) await owner.query(`vacuum (analyze) ${table}`)
}

const postJournalSql = `select journal_id from post_journal('contribution', current_date, current_date, array[${ledgers.bank}, ${ledgers.capital}]::smallint[],
  array[null, $1]::bigint[], array[$2, -$2::numeric], $3, $4, 'bench', 'Bench', null, $5)`

/** Posts movements to these accounts, one function call each: ledger, balance, list row, totals and audit, durable when answered. */
export const createPostingWork = (clients: Client[], accounts: string[]): MeasuredWork => {
  const run = `${Date.now()}-${process.pid}-${accounts.length}`
  const picks = clients.map((_, n) => createRandom(n + 101))
  let posted = 0
  return (_, caller) => {
    const pick = picks[caller]!
    const account = accounts[pick(accounts.length) - 1]!
    const values = [account, `${pick(900) + 99}.${pick(90) + 9}`, `bench:${run}:${posted++}`, 'bench', null]
    return clients[caller]!.query({ name: 'post', text: postJournalSql, values })
  }
}

const queryIds = async ({ owner }: Bench, sql: string): Promise<string[]> =>
  (await owner.query<{ id: string }>(sql)).rows.map(({ id }) => id)

/** Posting, durable: spread over the firm, and all for one manager, product and day. */
export const postingCase = async ({ bench, seconds, progress }: CaseTools): Promise<ResultSection[]> => {
  const clients = await connectClients(bench, callerCount)
  const spread = await queryIds(
    bench,
    `select id from account where status = 'active' and abs(hashint8(id)) % 10 = 0 order by id`,
  )
  const one = await queryIds(
    bench,
    `with one as (select l.manager_id, a.product_id from account a join client_list l on l.client_id = a.client_id
                   where a.status = 'active' and l.manager_id is not null group by 1, 2 order by count(*) desc limit 1)
     select a.id from one join client_list l on l.manager_id = one.manager_id
       join account a on a.client_id = l.client_id and a.product_id = one.product_id and a.status = 'active' order by 1`,
  )
  try {
    await createYardstick(bench)
    const picks = clients.map((_, n) => createRandom(n + 1))
    const rows: BenchResult[] = []
    for (const [what, accounts] of [
      ['spread over the firm', spread],
      ['one manager, product and day', one],
    ] as const) {
      progress(`Posting, ${what}, in turn with a TPC-B-like transaction`)
      const [times, limit] = await measureAlternately(
        callerCount,
        seconds * 2,
        createPostingWork(clients, accounts),
        (_, caller) => runYardstickTransaction(clients[caller]!, picks[caller]!),
        () => settleDatabase(bench),
      )
      rows.push(
        {
          what: `posting, ${what}`,
          times,
          ratio: times.rate / limit.rate,
          target: { statistic: 'ratio', minimum: 0.5 },
          note: `${accounts.length.toLocaleString('en')} accounts`,
        },
        {
          what: `TPC-B-like transaction, scale ${yardstickScale}, ${callerCount} at once, in turn with it`,
          times: limit,
        },
      )
    }
    return [{ title: 'Posting a movement, durable: ledger, balance, list row, totals, audit', results: rows }]
  } finally {
    await bench.owner.query('drop schema if exists bench cascade')
    await Promise.all(clients.map((client) => client.end()))
    for (const table of ['client_list', 'account_balance', 'total_delta'])
      await bench.owner.query(`vacuum (analyze) ${table}`)
  }
}
