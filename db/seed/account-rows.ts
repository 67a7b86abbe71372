import { isoDay } from '#rules/calendar.ts'
import { type Accounts, accountStatuses, active, expired, never, pending } from './accounts.ts'
import type { Clients } from './clients.ts'
import { copyRow } from './copy.ts'
import { type Firm, streams } from './firm.ts'
import { products } from './products.ts'
import { evenly, pick, randomOf, weighted } from './random.ts'
import type { Staff } from './staff.ts'

export const accountColumns = `id, number, product_id, client_id, status, opened_on, expires_on, closed_on, agreed_amount, rate, bonus_rate,
  instruction, contribution_plan, zone_id, office_id, created_at, term_months, offer_until, transfer_product_id, signature`
export const holderColumns = 'account_id, client_id, role, share'

/** What happens at maturity; some haven't said yet. */
const instructions = weighted([
  ['pay_out', 0.4],
  ['renew_principal', 0.25],
  ['renew_all', 0.1],
  ['transfer', 0.05],
  [null, 0.2],
] as const)

/** Where money goes that is to go into another product: a year at a fixed rate, or longer if that is where it comes from. */
const yearly = products.findIndex(({ code }) => code === 'EVAS-12')
const longer = products.findIndex(({ code }) => code === 'EVAS-18')

/** For so long money that comes gets the rate that was agreed. */
const offerDays = 30

const day = (number: number): string | null => (number === never ? null : isoDay(number))
const percent = (millionths: number): string => (millionths / 1e6).toFixed(6)

/** An account's number: the prefix's letter, the product, and a running number: D-EVAS-12-0000042. */
const numberOf = (firm: Firm, a: Accounts, k: number): string =>
  `${firm.letter}-${products[a.product[k]!]!.code}-${String(firm.first.account + k)
    .slice(-8)
    .padStart(8, '0')}`

export function* accountRows(firm: Firm, staff: Staff, clients: Clients, a: Accounts): Generator<string> {
  for (let k = 0; k < a.count; k++) {
    const client = a.client[k]!
    const product = products[a.product[k]!]!
    const status = a.status[k]!
    const random = randomOf(firm.salt, streams.account, -2 - k)
    const instruction =
      a.renewedBy[k]! >= 0 ? 'renew_principal' : status === expired ? 'pay_out' : instructions(random())
    const opened = a.openedOn[k]!
    // Where nothing is open yet, it was asked for in the last weeks.
    const created =
      opened === never ? Math.max(clients.registeredOn[client]!, firm.today - Math.floor(random() * 40)) : opened
    yield copyRow([
      firm.first.account + k,
      numberOf(firm, a, k),
      firm.first.product + a.product[k]!,
      firm.first.client + client,
      accountStatuses[status]!,
      day(opened),
      opened === never ? null : day(a.expiresOn[k]!),
      day(a.closedOn[k]!),
      (a.agreed[k]! / 100).toFixed(2),
      percent(a.rate[k]!),
      percent(a.bonus[k]!),
      product.term === null ? null : instruction,
      a.plan[k]! > 0 && status <= active,
      firm.first.zone + clients.zone[client]!,
      firm.first.office + staff.employees[clients.manager[client]!]!.office,
      `${isoDay(created)} 11:00:00+00`,
      product.term,
      status === pending ? isoDay(created + offerDays) : null,
      product.term !== null && instruction === 'transfer'
        ? firm.first.product + (a.product[k] === yearly ? longer : yearly)
        : null,
      a.holder[k]! >= 0 && evenly(k, 2) < 0.3 ? 'all' : 'one',
    ])
  }
}

export function* holderRows(firm: Firm, clients: Clients, a: Accounts): Generator<string> {
  for (let k = 0; k < a.count; k++) {
    const random = randomOf(firm.salt, streams.account, -2 - a.count - k)
    const account = firm.first.account + k
    const client = a.client[k]!
    const other = a.holder[k]!
    const share = other < 0 ? 100 : pick(random, [50, 50, 50, 60, 70])
    yield copyRow([account, firm.first.client + client, 'primary', share])
    if (other >= 0) yield copyRow([account, firm.first.client + other, 'holder', 100 - share])
    const helper = (client + 3) % clients.count
    if (evenly(k, 1) < 0.02 && helper !== client && helper !== other)
      yield copyRow([account, firm.first.client + helper, 'authorised', null])
  }
}
