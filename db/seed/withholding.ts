import type { Client } from 'pg'
import { type DayNumber, parseDay, toIsoDate } from '#rules/calendar.ts'
import { toRateMillionths } from '#rules/day-count.ts'
import { listTaxRegions } from '#rules/tax-regions.ts'
import { calculateWithheldCents, findWithholdingRule, type Payer, type WithholdingRule } from '#rules/withholding.ts'
import { drawOrigin, getForeignAddress } from './client-person.ts'
import type { SeedClients } from './clients.ts'
import type { SeedFirm } from './firm.ts'

/** What the prefix's table says, as the product reads it. */
export type WithholdingLaw = { payer: Payer; rules: readonly WithholdingRule[] }

/** What the migrations wrote of the law, for the payer that the firm is. */
export const readWithholdingLaw = async (owner: Client): Promise<WithholdingLaw> => {
  const rules = await owner.query<WithholdingRule>(
    `select payer, payee, region, valid_from::text as "validFrom", rate::text, basis, source from withholding_rate`,
  )
  const payer = await owner.query<{ payer: Payer }>(
    `select value #>> '{}' as payer from setting where key = 'withholding.payer'`,
  )
  return { payer: payer.rows[0]!.payer, rules: rules.rows }
}

/** What rules for a client from a day on, and where they live. */
export type ApplicableRule = { from: DayNumber; rule: WithholdingRule; rate: bigint; country: string }
export type RuleFinder = (client: number, booked: DayNumber) => ApplicableRule

/**
 * Cents withheld of a payment to a client; `centDays` = capital × days since the payment before. An account's tax is that of its primary
 * holder, and never more than the interest: the demo's accounts pay it out of nothing else.
 */
export type WithholdingCalculator = (client: number, booked: DayNumber, cents: number, centDays: number) => number

/** Half a million accounts ask: what rules for whoever is of one kind and place is looked for once. */
export const createRuleFinder = (
  firm: SeedFirm,
  clients: SeedClients,
  { payer, rules }: WithholdingLaw,
): RuleFinder => {
  const days = [...new Set(rules.map(({ validFrom }) => validFrom))].sort().reverse()
  const known = new Map<string, ApplicableRule[]>()
  const heldOf = (client: number): ApplicableRule[] => {
    const kind = clients.company[client] === 1 ? 'company' : 'person'
    const place = firm.country.places[clients.place[client]!]!
    const country = drawOrigin(clients, client).livesAbroad ? getForeignAddress(client).country : firm.code
    const regions = listTaxRegions(firm.code, country, place.postcode(0))
    const key = `${kind} ${regions.join(' ')}`
    const held =
      known.get(key) ??
      days.flatMap((day) => {
        const rule = findWithholdingRule(rules, payer, { kind, regions }, day)
        return rule ? [{ from: parseDay(day), rule, rate: toRateMillionths(rule.rate), country }] : []
      })
    known.set(key, held)
    return held
  }
  return (client, booked) => {
    const held = heldOf(client).find(({ from }) => from <= booked)
    if (!held) throw new Error(`no rate of withholding holds on ${toIsoDate(booked)}`)
    return held
  }
}

/** In cents, by the rate of the day; dates are day numbers. */
export const createWithholdingCalculator =
  (rules: RuleFinder): WithholdingCalculator =>
  (client, booked, cents, centDays) => {
    const { rule, rate } = rules(client, booked)
    return Math.min(cents, Number(calculateWithheldCents(rule.basis, rate, BigInt(cents), BigInt(centDays))))
  }
