import { afterAll, beforeAll, expect, test } from 'vitest'
import { listContributions } from '#contract/contributions.ts'
import { ledgers } from '#rules/ledgers.ts'
import { makeManyClients } from '#test/harness/many-clients.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let callers: Record<string, { cvl: string | null; call: Awaited<ReturnType<Tenant['as']>>['call'] }>

beforeAll(async () => {
  t = await createTestTenant('dino')
  await makeManyClients(t.owner, 'dino', 4500)
  const cvlOf = async (position: string) =>
    (
      await t.owner.query(
        `select e.cvl from employee e join employee_team m on m.supervisor_id = e.id where e.position = $1 group by e.id order by count(*) desc, e.id limit 1`,
        [position],
      )
    ).rows[0].cvl as string
  const supervisor = await cvlOf('supervisor')
  const manager = await cvlOf('manager')
  callers = {
    all: { cvl: null, call: (await t.as('admin')).call },
    'a team of more than are looked at one by one': {
      cvl: supervisor,
      call: (await t.as('supervisor', supervisor)).call,
    },
    'few clients': { cvl: manager, call: (await t.as('manager', manager)).call },
  }
})
afterAll(() => t.drop())

/** The same, told plainly: every line of every contribution, of whoever is linked to a client. */
const findContributionsPlainSql = async (cvl: string | null, { search, source, from, to }: Record<string, string>) => {
  const { rows } = await t.owner.query<{ id: string; number: string; amount: string }>(
    `select j.id::text as id, a.number, (-p.amount)::text as amount
       from dino.journal j join dino.posting p on p.journal_id = j.id and p.ledger = ${ledgers.capital} join dino.account a on a.id = p.account_id
       join dino.client c on c.id = a.client_id left join dino.journal o on o.id = j.reverses_id
      where j.kind = 'contribution'
        and ($1::text is null or exists (select from dino.client_staff s join dino.employee_team m on m.employee_id = s.employee_id
              join dino.employee e on e.id = m.supervisor_id where s.client_id = c.id and s.valid_to is null and e.cvl = $1))
        and ($2::text is null or a.number = $2 or lower(c.surname || ' ' || c.name) like '%' || lower($2) || '%')
        and ($3::text is null or coalesce(o.source, j.source) = $3 or $3 = 'other' and coalesce(o.source, j.source) not in ('manual', 'statement', 'import'))
        and ($4::date is null or j.booking_date >= $4) and ($5::date is null or j.booking_date <= $5)
      order by j.booking_date desc, j.id desc, p.line desc`,
    [cvl, search, source, from, to],
  )
  return rows
}

const filterCases: Record<string, string>[] = [
  {},
  { from: '2021-01-01', to: '2021-12-31' },
  { search: 'garcia' },
  { search: 'MANY-7-1' },
  { source: 'import' },
  { source: 'import', to: '2024-12-31' },
]

const expectListMatchesBooks = async (cases: readonly Record<string, string>[]) => {
  for (const { cvl, call } of Object.values(callers))
    for (const filters of cases) {
      const expectedRows = await findContributionsPlainSql(cvl, filters)
      const cents = expectedRows.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
      const { total, totals } = await call(listContributions.count, { query: filters })
      expect([filters, total, BigInt(totals.amount.replace('.', ''))]).toEqual([filters, expectedRows.length, cents])
      const last = Math.max(1, Math.ceil(total / 25))
      for (const [query, rows] of [
        [{}, expectedRows.slice(0, 25)],
        [{ page: String(last), knownTotal: String(total) }, expectedRows.slice((last - 1) * 25)],
        [{ direction: 'asc' }, expectedRows.toReversed().slice(0, 25)],
      ] as const) {
        const page = await call(listContributions.page, {
          query: { ...filters, sort: 'bookingDate', pageSize: '25', ...query } as never,
        })
        expect(page.rows.map(({ id, accountNumber, amount }) => ({ id, number: accountNumber, amount }))).toEqual(rows)
      }
    }
}

test('pages and totals of contributions match the ledger in every scope, folded or not', async () => {
  await t.owner.query(
    `select post_movements(array_agg(id), array_agg('contribution'::movement_kind), array_agg(12.34), array_agg(date '2024-03-01'), array_agg(date '2024-03-01'),
       array_agg('imported:' || id::text), array_agg('one'::text), array_agg(null::text), 'import') from (select id from account where status = 'active' order by id limit 3) a`,
  )
  await expectListMatchesBooks(filterCases)
  for (let round = 0; round < 2; round++) await t.owner.query('select fold_ledger()')
  await t.owner.query(
    `select reverse_journals(array[(select id from journal where source = 'import' order by id limit 1)], date '2024-04-01', 1)`,
  )
  await expectListMatchesBooks([{}, { source: 'import' }])
})
