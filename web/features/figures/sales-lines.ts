import type { FigureGroup } from '#contract/figures.ts'
import { centsToAmount, formatScaledDecimal, toCents } from '#rules/cents.ts'

export type SalesLine = {
  /** Of the product or the manager; '' of all together, null of nobody. */
  id: string | null
  /** Null of nobody. */
  name: string | null
  accounts: number
  agreed: string
  contributions: number
  amount: string
  fresh: string
  reinvested: string
  /** Of a contribution; null without any. */
  average: string | null
  /** Per cent of all contributions with one decimal; null without any. */
  share: string | null
}

type Sums = { accounts: number; agreed: bigint; contributions: number; fresh: bigint; reinvested: bigint }

const none: Sums = { accounts: 0, agreed: 0n, contributions: 0, fresh: 0n, reinvested: 0n }

const addSums = (one: Sums, other: Sums): Sums => ({
  accounts: one.accounts + other.accounts,
  agreed: one.agreed + other.agreed,
  contributions: one.contributions + other.contributions,
  fresh: one.fresh + other.fresh,
  reinvested: one.reinvested + other.reinvested,
})

const divideRounded = (value: bigint, by: bigint): bigint => {
  const size = (2n * (value < 0n ? -value : value) + by) / (2n * by)
  return value < 0n ? -size : size
}

const toLine = (id: string | null, name: string | null, sums: Sums, all: bigint): SalesLine => {
  const amount = sums.fresh + sums.reinvested
  return {
    id,
    name,
    accounts: sums.accounts,
    agreed: centsToAmount(sums.agreed),
    contributions: sums.contributions,
    amount: centsToAmount(amount),
    fresh: centsToAmount(sums.fresh),
    reinvested: centsToAmount(sums.reinvested),
    average: sums.contributions > 0 ? centsToAmount(divideRounded(amount, BigInt(sums.contributions))) : null,
    share: all > 0n ? formatScaledDecimal(divideRounded(amount * 1000n, all), 1) : null,
  }
}

/** A line for each product or manager with sales, and one of all together at the end. */
export const buildSalesLines = (
  accounts: readonly FigureGroup[],
  contributions: readonly FigureGroup[],
  keyOf: (group: FigureGroup) => { id: string; name: string } | null,
): SalesLine[] => {
  const names = new Map<string | null, string | null>()
  const sumsOf = new Map<string | null, Sums>()
  const add = (group: FigureGroup, sums: Partial<Sums>): void => {
    const key = keyOf(group)
    names.set(key?.id ?? null, key?.name ?? null)
    sumsOf.set(key?.id ?? null, addSums(sumsOf.get(key?.id ?? null) ?? none, { ...none, ...sums }))
  }
  for (const group of accounts) add(group, { accounts: group.count, agreed: toCents(group.amount ?? '0.00') })
  for (const group of contributions) {
    const amount = toCents(group.amount ?? '0.00')
    add(group, { contributions: group.count, ...(group.part === 'new' ? { fresh: amount } : { reinvested: amount }) })
  }
  const total = [...sumsOf.values()].reduce(addSums, none)
  const all = total.fresh + total.reinvested
  return [
    ...[...sumsOf].map(([id, sums]) => toLine(id, names.get(id) ?? null, sums, all)),
    toLine('', null, total, all),
  ]
}
