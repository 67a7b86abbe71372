import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { signalProcess } from '#db/embedded/processes.ts'
import {
  copyTemplateHome,
  openTestDatabase,
  readPostmasterPid,
  removeHomes,
  waitUntil,
} from '#db/embedded/test-home.ts'
import { migrate } from '#db/migrate/migrate.ts'
import { ignoreProgress } from '#db/progress.ts'
import { ledgers } from '#rules/ledgers.ts'
import { openTenants } from '#server/core/tenancy.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { isFullTestRun } from '#test/harness/circles.ts'
import { createFactories } from '#test/harness/factories.ts'
import { holdLock } from '#test/harness/hold-lock.ts'
import { postDueInterest } from './post-interest.ts'

afterAll(removeHomes)

/** Beyond the first that are settled together; the full suite takes three times as many. */
const accountCount = isFullTestRun ? 1200 : 400
/** Each with its holder and its money: five payouts are due of each by the day of the run. */
const copyAccountsSql = `
  set search_path = dino;
  insert into account (number, product_id, client_id, status, opened_on, rate, zone_id, office_id)
  select 'COPY-' || n, product_id, client_id, status, opened_on, rate, zone_id, office_id from account, generate_series(1, ${accountCount - 1}) n where id = $1;
  insert into account_holder select id, client_id, 'primary', 100 from account where id <> $1;
  select post_movements(array_agg(id), array_agg('contribution'::movement_kind), array_agg(1000.00), array_agg(opened_on), array_agg(opened_on),
           array_agg('test:' || number), array_agg('x'::text), array_agg(null::text), 'test') from account where id <> $1`

test('a run survives a kill of PostgreSQL, and posts the rest exactly once', async () => {
  const home = await copyTemplateHome()
  const { ownerUrl, secret, close } = await openTestDatabase(home, 'server')
  await migrate({ ownerUrl, secret, progress: ignoreProgress })
  const tenants = openTenants({ ownerUrl, secret, poolSize: 3 })
  const { db } = tenants.of('dino')
  const make = createFactories(db, 'dino')
  const product = await make.product({ payout: 'monthly', capitalised: true })
  const one = await make.account({ productId: product.id, rate: '3', openedOn: '2026-01-15' })
  await make.movement(one.id, '1000.00', 'contribution', '2026-01-15')
  const client = async (): Promise<Client> => {
    const fresh = new Client({ connectionString: ownerUrl })
    fresh.on('error', () => {})
    await fresh.connect()
    return fresh
  }
  const owner = await client()
  await owner.query(copyAccountsSql.replaceAll('$1', one.id))

  const now = () => Date.parse('2026-06-15T10:00:00Z')
  const run = () => postDueInterest({ db, prefix: 'dino', day: '2026-06-15', now, onError: () => {} })
  const settled = async (by: Client) => Number((await by.query('select count(*) from interest_through')).rows[0].count)
  // Beyond the first accounts that are settled together.
  const held = await holdLock(
    ownerUrl,
    'select from account where id = (select id from account order by id offset 300 limit 1) for update',
  )
  const broken = run().then(
    () => 'finished',
    () => 'broken off',
  )
  await held.reached()
  const first = readPostmasterPid(home)
  signalProcess(first, 'SIGKILL')
  expect(await broken).toBe('broken off')
  await owner.end().catch(() => {})
  await held.release()

  await waitUntil(
    async () =>
      (await client().then(
        (c) => c.end().then(() => true),
        () => false,
      )) && readPostmasterPid(home) !== first,
  )
  const again = await client()
  await again.query('set search_path = dino')
  const before = await settled(again)
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(accountCount)
  // The pool notices one dead connection after the other.
  await waitUntil(() =>
    run().then(
      (id) => id !== null,
      () => false,
    ),
  )
  const { rows } = await again.query(
    `select (select count(*)::int from interest_through) as settled, count(*)::int as journals, count(distinct (account_id, value_date, kind))::int as kinds,
            (select count(*)::int from posting_run) as runs, (select accounts from posting_run) as accounts
       from journal j join posting p on p.journal_id = j.id and p.ledger = ${ledgers.capital} where j.source = 'interest'`,
  )
  expect(rows).toEqual([
    { settled: accountCount, journals: 10 * accountCount, kinds: 10 * accountCount, runs: 1, accounts: accountCount },
  ])
  expect((await verifyLedger({ ownerUrl, secret, prefix: 'dino' }, undefined)).differences).toBe(0)
  await again.end()
  await tenants.close()
  await close()
}, 120_000)
