import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAccountInterest } from '#contract/clients/account-interest.ts'
import { addMonths, parseDay, shiftDay, toIsoDate } from '#rules/calendar.ts'
import { toCents } from '#rules/cents.ts'
import { nextBusinessDay } from '#rules/holidays.ts'
import { ledgers } from '#rules/ledgers.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { postDueInterest } from './post-interest.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
const openingDay = '2026-01-15'
let today = openingDay
beforeAll(async () => {
  t = await createTestTenant('dino', () => Date.parse(`${openingDay}T10:00:00Z`))
})
afterAll(() => t.drop())

type CashMovement = { on: string; cents: bigint }
/** What was put in and taken out, day by day: an account as somebody would keep it with paper and pencil. */
type AccountModel = { moves: CashMovement[]; postedUpTo: string; posted: bigint }

const rate = 5n
const days = 365n

/** Interest of each day's closing capital, added up day by day in whole parts, rounded once. */
const calculateInterestUpTo = (moves: readonly CashMovement[], until: string): bigint => {
  let parts = 0n
  for (let day = parseDay(openingDay); day < parseDay(until); day++) {
    const capital = moves.filter(({ on }) => on <= toIsoDate(day)).reduce((sum, { cents }) => sum + cents, 0n)
    if (capital > 0n) parts += capital
  }
  return (2n * parts * rate + days * 100n) / (2n * days * 100n)
}

const calculateWithholding = (cents: bigint): bigint => {
  const [sign, whole] = cents < 0n ? [-1n, -cents] : [1n, cents]
  return sign * ((2n * whole * 19n + 100n) / 200n)
}

/** Posts as the run should: each month's interest net of 19 %, and what a change of the past makes of the last one. */
const postInterestInModel = (model: AccountModel, day: string): void => {
  const settle = (on: string) => {
    const due = calculateInterestUpTo(model.moves, on) - model.posted
    model.posted += due
    if (due !== 0n) model.moves.push({ on, cents: due - calculateWithholding(due) })
  }
  let some = false
  for (let n = 1; ; n++) {
    const due = addMonths(parseDay(openingDay), n)
    if (nextBusinessDay('ES', due) > parseDay(day)) break
    if (toIsoDate(due) <= model.postedUpTo) continue
    settle(toIsoDate(due))
    model.postedUpTo = toIsoDate(due)
    some = true
  }
  if (!some && model.postedUpTo > openingDay) settle(model.postedUpTo)
}

const calculateModelBalance = ({ moves }: AccountModel): bigint => moves.reduce((sum, { cents }) => sum + cents, 0n)

type ModelStep = { kind: 'in' | 'out' | 'undo' | 'run'; days: number; back: number; cents: number }
const stepsArbitrary = fc.array(
  fc.record<ModelStep>({
    kind: fc.constantFrom('in', 'in', 'out', 'undo', 'run', 'run'),
    days: fc.integer({ min: 0, max: 40 }),
    back: fc.constantFrom(0, 0, 0, 3, 35),
    cents: fc.integer({ min: 1, max: 5_000_000 }),
  }),
  { minLength: 4, maxLength: 12 },
)

/** Every journal balances, and what is kept beside the books is what they say. */
const expectConsistentBooks = async (accountId: string, model: AccountModel): Promise<void> => {
  const { rows } = await t.owner.query(
    `select (select count(*)::int from (select 1 from dino.posting group by journal_id having sum(amount) <> 0) x) as odd,
            b.balance, -coalesce((select sum(amount) from dino.posting where account_id = b.account_id and ledger = ${ledgers.capital}), 0) as capital,
            -coalesce((select sum(p.amount) from dino.posting p join dino.journal j on j.id = p.journal_id
                        where p.account_id = b.account_id and j.kind = 'interest'), 0) as interest,
            coalesce((select sum(w.amount) from dino.withholding_part w where w.account_id = b.account_id), 0) as parts,
            coalesce((select sum(p.amount) from dino.posting p join dino.journal j on j.id = p.journal_id
                       where p.account_id = b.account_id and j.kind = 'withholding'), 0) as withheld
       from dino.account_balance b where b.account_id = $1`,
    [accountId],
  )
  const { odd, balance, capital, interest, parts, withheld } = rows[0]
  expect({ odd, balance: toCents(balance) }).toEqual({ odd: 0, balance: calculateModelBalance(model) })
  expect(toCents(capital)).toBe(calculateModelBalance(model))
  expect(toCents(interest)).toBe(model.posted)
  expect(Number(parts)).toBe(Number(withheld))
}

test('any sequence of movements and postings agrees with a day-by-day calculation at every step', async () => {
  const product = await t.make.product({ payout: 'monthly', capitalised: true })
  const admin = await t.as('admin')
  let n = 0
  await fc.assert(
    fc.asyncProperty(stepsArbitrary, async (steps) => {
      today = openingDay
      const account = await t.make.account({ productId: product.id, rate: `${rate}`, openedOn: openingDay })
      const model: AccountModel = { moves: [], postedUpTo: openingDay, posted: 0n }
      const made: { id: string; on: string; cents: bigint }[] = []
      const post = async (kind: string, on: string, cents: bigint, reverses: string | null) => {
        const { rows } = await t.owner.query(
          `select journal_id from dino.post_journal($1, $2, $3, array[${ledgers.capital}, ${ledgers.bank}]::smallint[], array[$4, null]::bigint[], array[-$5::numeric / 100, $5::numeric / 100], $6, 'x', 'test', null, $7)`,
          [kind, today, on, account.id, `${cents}`, `test:model:${n++}`, reverses],
        )
        model.moves.push({ on, cents })
        return rows[0].journal_id as string
      }
      made.push({ id: await post('contribution', openingDay, 1_000_000n, null), on: openingDay, cents: 1_000_000n })
      for (const { kind, days: later, back, cents } of steps) {
        today = shiftDay(today, later)
        const past = toIsoDate(Math.max(parseDay(openingDay), parseDay(today) - back))
        if (kind === 'in')
          made.push({ id: await post('contribution', past, BigInt(cents), null), on: past, cents: BigInt(cents) })
        else if (kind === 'out') {
          const most = calculateModelBalance(model) / 2n
          const amount = BigInt(cents) < most ? BigInt(cents) : most
          if (amount > 0n) await post('withdrawal', past, -amount, null)
        } else if (kind === 'undo') {
          const last = made.at(-1)
          if (last && calculateModelBalance(model) > 2n * last.cents) {
            made.pop()
            await post('contribution', last.on, -last.cents, last.id)
          }
        } else {
          postInterestInModel(model, today)
          await postDueInterest({
            db: t.db,
            prefix: 'dino',
            day: today,
            now: () => Date.parse(`${today}T12:00:00Z`),
            onError: (error) => {
              throw error
            },
          })
        }
        await expectConsistentBooks(account.id, model)
        const { posted, accrued, earned } = await admin.call(getAccountInterest, {
          params: { clientId: account.clientId, accountId: account.id },
          query: { asOf: today },
        })
        expect(toCents(posted)).toBe(model.posted)
        expect(toCents(posted) + toCents(accrued)).toBe(calculateInterestUpTo(model.moves, today))
        expect(toCents(earned)).toBe(calculateInterestUpTo(model.moves, today))
      }
    }),
    { numRuns: 15 },
  )
}, 120_000)
