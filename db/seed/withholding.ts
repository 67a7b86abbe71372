import type { Client } from 'pg'
import { type Day, isoDay, parseDay } from '#rules/calendar.ts'
import { ratePartsOf } from '#rules/day-count.ts'
import { type Payer, regionsOf, ruleFor, type WithholdingRule, withheldCents } from '#rules/withholding.ts'
import { abroadOf, originOf } from './client-person.ts'
import type { Clients } from './clients.ts'
import type { Firm } from './firm.ts'

/** What the prefix's table says, as the product reads it. */
export type Law = { payer: Payer; rules: readonly WithholdingRule[] }

export const readLaw = async (owner: Client): Promise<Law> => {
  const rules = await owner.query<WithholdingRule>(
    `select payer, payee, region, valid_from::text as "validFrom", rate::text, basis, source from withholding_rate`,
  )
  const payer = await owner.query<{ payer: Payer }>(
    `select value #>> '{}' as payer from setting where key = 'withholding.payer'`,
  )
  return { payer: payer.rows[0]!.payer, rules: rules.rows }
}

/** What rules for a client from a day on, and where they live. */
export type Held = { from: Day; rule: WithholdingRule; rate: bigint; country: string }
export type Rules = (client: number, booked: Day) => Held

/**
 * Cents withheld of a payment to a client; `centDays` = capital × days since the payment before. An account's tax is that of its primary
 * holder, and never more than the interest: the demo's accounts pay it out of nothing else.
 */
export type Taxes = (client: number, booked: Day, cents: number, centDays: number) => number

/** Half a million accounts ask: what rules for whoever is of one kind and place is looked for once. */
export const rulesOf = (firm: Firm, clients: Clients, { payer, rules }: Law): Rules => {
  const days = [...new Set(rules.map(({ validFrom }) => validFrom))].sort().reverse()
  const known = new Map<string, Held[]>()
  const heldOf = (client: number): Held[] => {
    const kind = clients.company[client] === 1 ? 'company' : 'person'
    const place = firm.country.places[clients.place[client]!]!
    const country = originOf(clients, client).livesAbroad ? abroadOf(client).country : firm.code
    const regions = regionsOf(firm.code, country, place.postcode(0))
    const key = `${kind} ${regions.join(' ')}`
    const held =
      known.get(key) ??
      days.flatMap((day) => {
        const rule = ruleFor(rules, payer, { kind, regions }, day)
        return rule ? [{ from: parseDay(day), rule, rate: ratePartsOf(rule.rate), country }] : []
      })
    known.set(key, held)
    return held
  }
  return (client, booked) => {
    const held = heldOf(client).find(({ from }) => from <= booked)
    if (!held) throw new Error(`no rate of withholding holds on ${isoDay(booked)}`)
    return held
  }
}

export const taxesOf =
  (rules: Rules): Taxes =>
  (client, booked, cents, centDays) => {
    const { rule, rate } = rules(client, booked)
    return Math.min(cents, Number(withheldCents(rule.basis, rate, BigInt(cents), BigInt(centDays))))
  }
