import { beforeAll, describe, expect, it } from 'vitest'
import { type Day, isoDay } from '#rules/calendar.ts'
import { interestCents, positionOf } from '#rules/day-count.ts'
import { ledgers } from '#rules/ledgers.ts'
import { type Accounts, accountsOf, canceled, expired } from '../accounts.ts'
import { clientsOf } from '../clients.ts'
import { type Firm, type FirstIds, firmOf, seededTables, sizes } from '../firm.ts'
import { products } from '../products.ts'
import { staffOf } from '../staff.ts'
import { type Law, rulesOf, taxesOf } from '../withholding.ts'
import { bonus, interest, penalty, withholding } from './kinds.ts'
import { liveYears } from './months.ts'
import { openState } from './state.ts'

type Journal = {
  kind: number
  booked: Day
  value: Day
  amount: number
  ledger: number
  account: number
  counterAccount: number
}

const first = Object.fromEntries([...seededTables, 'cvl'].map((table) => [table, 1])) as FirstIds
const size = { ...sizes.tenth, clients: 400, accounts: 1000, movements: 15_000 }

const rule = { payer: 'any', payee: 'any', region: 'any', validFrom: '2016-01-01', source: 'a test' } as const
const laws: Record<'dino' | 'cfl', Law> = {
  dino: { payer: 'other', rules: [{ ...rule, rate: '19', basis: 'interest' }] },
  cfl: { payer: 'bank', rules: [{ ...rule, rate: '0.5', basis: 'capital' }] },
}

const live = (prefix: 'dino' | 'cfl') => {
  const firm = firmOf(prefix, size, '2026-11-20', first)
  const clients = clientsOf(firm, staffOf(firm))
  const accounts = accountsOf(firm, clients)
  const journals: Journal[] = []
  const state = openState(
    firm,
    accounts,
    taxesOf(rulesOf(firm, clients, laws[prefix])),
    0.2,
    (kind, booked, value, amount, ledger, account, _counter, counterAccount) => {
      journals.push({ kind, booked, value, amount, ledger, account, counterAccount })
    },
  )
  for (const _ of liveYears(state));
  const of = Array.from({ length: accounts.count }, (): Journal[] => [])
  for (const journal of journals) {
    of[journal.account]!.push(journal)
    if (journal.counterAccount >= 0 && journal.counterAccount !== journal.account)
      of[journal.counterAccount]!.push(journal)
  }
  return { firm, accounts, of }
}

/** What stood in an account at the end of each day from its opening, by value dates. */
const closings = (k: number, journals: readonly Journal[], from: Day, to: Day): number[] => {
  const change = new Map<Day, number>()
  for (const { account, counterAccount, ledger, amount, value } of journals) {
    if (ledger !== ledgers.capital) continue
    if (account === k) change.set(value, (change.get(value) ?? 0) + amount)
    else if (counterAccount === k) change.set(value, (change.get(value) ?? 0) - amount)
  }
  const days: number[] = []
  let balance = 0
  for (let day = from; day < to; day++) {
    balance += change.get(day) ?? 0
    days.push(balance)
  }
  return days
}

/** Interest of an account day by day, without any of the seed's running sums. */
const expected = (firm: Firm, a: Accounts, k: number, journals: readonly Journal[], rate: number, kind: number) => {
  const { basis } = products[a.product[k]!]!
  const opened = a.openedOn[k]!
  const days = closings(k, journals, opened, firm.today)
  const accrued = (from: Day, to: Day) => {
    let sum = 0
    for (let day = from; day < to; day++)
      sum += days[day - opened]! * (positionOf(basis, day + 1) - positionOf(basis, day))
    return sum
  }
  const ended = a.status[k] === expired ? a.expiresOn[k]! : a.status[k] === canceled ? a.closedOn[k]! : -1
  let from = opened
  let before = 0
  return journals
    .filter((journal) => journal.kind === kind && journal.account === k)
    .map(({ value, amount }) => {
      const due =
        value === ended
          ? Number(interestCents(accrued(opened, value), rate, basis)) - before
          : Number(interestCents(accrued(from, value), rate, basis))
      from = value
      before += amount
      return { value: isoDay(value), due, amount }
    })
}

describe.each(['dino', 'cfl'] as const)('seeded interest in %s', (prefix) => {
  let all: ReturnType<typeof live>
  beforeAll(() => {
    all = live(prefix)
  })

  it('seeded interest equals that of the closing balances at every payment', () => {
    const { firm, accounts, of } = all
    let checked = 0
    for (let k = 0; k < accounts.count; k++)
      for (const payment of [
        ...expected(firm, accounts, k, of[k]!, accounts.rate[k]!, interest),
        ...expected(firm, accounts, k, of[k]!, accounts.bonus[k]!, bonus),
      ]) {
        checked++
        expect({ k, ...payment }).toEqual({ k, ...payment, amount: payment.due })
      }
    expect(checked).toBeGreaterThan(1000)
  })

  it("taxes seeded interest in a separate journal by the country's law", () => {
    const { accounts, of } = all
    let taxed = 0
    for (let k = 0; k < accounts.count; k++)
      for (const tax of of[k]!.filter(({ kind }) => kind === withholding)) {
        const paid = of[k]!.filter(
          ({ kind, value }) => (kind === interest || kind === bonus) && value === tax.value,
        ).reduce((sum, { amount }) => sum + amount, 0)
        const charged = of[k]!.find(({ kind, value }) => kind === penalty && value === tax.value)?.amount ?? 0
        taxed++
        expect(-tax.amount).toBeLessThanOrEqual(paid + charged)
        if (prefix === 'dino') expect(-tax.amount).toBe(Math.floor(((paid + charged) * 19 + 50) / 100))
      }
    expect(taxed).toBeGreaterThan(1000)
  })

  it('seeded penalties never exceed the interest earned', () => {
    const { accounts, of } = all
    let penalties = 0
    for (let k = 0; k < accounts.count; k++) {
      const sum = (kind: number) =>
        of[k]!.filter((journal) => journal.kind === kind).reduce((total, { amount }) => total + amount, 0)
      if (sum(penalty) === 0) continue
      penalties++
      expect(accounts.status[k]).toBe(canceled)
      expect(-sum(penalty)).toBeLessThanOrEqual(sum(interest))
    }
    expect(penalties).toBeGreaterThan(3)
  })
})
