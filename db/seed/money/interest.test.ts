import { beforeAll, describe, expect, it } from 'vitest'
import { type DayNumber, toIsoDate } from '#rules/calendar.ts'
import { calculateInterestCents, toDayCountPosition } from '#rules/day-count.ts'
import { ledgers } from '#rules/ledgers.ts'
import { canceledStatus, planAccounts, type SeedAccounts } from '../accounts.ts'
import { planClients } from '../clients.ts'
import { buildFirm, type FirstIds, firmSizes, type SeedFirm, seededTables } from '../firm.ts'
import { seedProducts } from '../products.ts'
import { buildStaff } from '../staff.ts'
import { createRuleFinder, createWithholdingCalculator, type WithholdingLaw } from '../withholding.ts'
import { bonusKind, interestKind, penaltyKind, withholdingKind } from './kinds.ts'
import { simulateYears } from './months.ts'
import { createSimulationState } from './state.ts'

type SeenJournal = {
  kind: number
  booked: DayNumber
  value: DayNumber
  amount: number
  ledger: number
  account: number
  counterAccount: number
}

const firstIds = Object.fromEntries([...seededTables, 'cvl'].map((table) => [table, 1])) as FirstIds
const testSize = { ...firmSizes.tenth, clients: 400, accounts: 1000, movements: 15_000 }

const baseRule = { payer: 'any', payee: 'any', region: 'any', validFrom: '2016-01-01', source: 'a test' } as const
const lawsByPrefix: Record<'dino' | 'cfl', WithholdingLaw> = {
  dino: { payer: 'other', rules: [{ ...baseRule, rate: '19', basis: 'interest' }] },
  cfl: { payer: 'bank', rules: [{ ...baseRule, rate: '0.5', basis: 'capital' }] },
}

const simulateFirm = (prefix: 'dino' | 'cfl') => {
  const firm = buildFirm(prefix, testSize, '2026-11-20', firstIds)
  const clients = planClients(firm, buildStaff(firm))
  const accounts = planAccounts(firm, clients)
  const journals: SeenJournal[] = []
  const state = createSimulationState(
    firm,
    accounts,
    createWithholdingCalculator(createRuleFinder(firm, clients, lawsByPrefix[prefix])),
    0.2,
    (kind, booked, value, amount, ledger, account, _counter, counterAccount) => {
      journals.push({ kind, booked, value, amount, ledger, account, counterAccount })
    },
  )
  for (const _ of simulateYears(state));
  const of = Array.from({ length: accounts.count }, (): SeenJournal[] => [])
  for (const journal of journals) {
    of[journal.account]!.push(journal)
    if (journal.counterAccount >= 0 && journal.counterAccount !== journal.account)
      of[journal.counterAccount]!.push(journal)
  }
  return { firm, accounts, of }
}

/** What stood in an account at the end of each day from its opening, by value dates. */
const listDailyBalances = (k: number, journals: readonly SeenJournal[], from: DayNumber, to: DayNumber): number[] => {
  const change = new Map<DayNumber, number>()
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
const calculateExpectedInterest = (
  firm: SeedFirm,
  a: SeedAccounts,
  k: number,
  journals: readonly SeenJournal[],
  rate: number,
  kind: number,
) => {
  const { basis } = seedProducts[a.product[k]!]!
  const opened = a.openedOn[k]!
  const days = listDailyBalances(k, journals, opened, firm.today)
  const accrued = (to: DayNumber) => {
    let sum = 0
    for (let day = opened; day < to; day++)
      sum += days[day - opened]! * (toDayCountPosition(basis, day + 1) - toDayCountPosition(basis, day))
    return sum
  }
  let before = 0
  return journals
    .filter((journal) => journal.kind === kind && journal.account === k)
    .map(({ value, amount }) => {
      const due = Number(calculateInterestCents(accrued(value), rate, basis)) - before
      before += amount
      return { value: toIsoDate(value), due, amount }
    })
}

describe.each(['dino', 'cfl'] as const)('seeded interest in %s', (prefix) => {
  let all: ReturnType<typeof simulateFirm>
  beforeAll(() => {
    all = simulateFirm(prefix)
  })

  it('every seeded payment brings interest to that of the closing balances since the opening', () => {
    const { firm, accounts, of } = all
    let checked = 0
    for (let k = 0; k < accounts.count; k++)
      for (const payment of [
        ...calculateExpectedInterest(firm, accounts, k, of[k]!, accounts.rate[k]!, interestKind),
        ...calculateExpectedInterest(firm, accounts, k, of[k]!, accounts.bonus[k]!, bonusKind),
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
      for (const tax of of[k]!.filter(({ kind }) => kind === withholdingKind)) {
        const paid = of[k]!.filter(
          ({ kind, value }) => (kind === interestKind || kind === bonusKind) && value === tax.value,
        ).reduce((sum, { amount }) => sum + amount, 0)
        const charged = of[k]!.find(({ kind, value }) => kind === penaltyKind && value === tax.value)?.amount ?? 0
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
      if (sum(penaltyKind) === 0) continue
      penalties++
      expect(accounts.status[k]).toBe(canceledStatus)
      expect(-sum(penaltyKind)).toBeLessThanOrEqual(sum(interestKind))
    }
    expect(penalties).toBeGreaterThan(3)
  })
})
