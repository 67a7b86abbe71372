import { toIsoDate } from '#rules/calendar.ts'
import {
  accountStatuses,
  activeStatus,
  expiredStatus,
  farFutureDay,
  pendingStatus,
  type SeedAccounts,
} from './accounts.ts'
import type { SeedClients } from './clients.ts'
import { formatCopyRow } from './copy.ts'
import { randomStreams, type SeedFirm } from './firm.ts'
import { seedProducts } from './products.ts'
import { createRandom, createWeightedDraw, drawFrom, getEvenShare } from './random.ts'
import type { SeedStaff } from './staff.ts'

export const accountColumns = `id, number, product_id, client_id, status, opened_on, expires_on, closed_on, agreed_amount, rate, bonus_rate,
  instruction, contribution_plan, zone_id, office_id, created_at, term_months, offer_until, transfer_product_id, signature`
export const holderColumns = 'account_id, client_id, role, share'

/** What happens at maturity; some haven't said yet. */
const drawInstruction = createWeightedDraw([
  ['pay_out', 0.4],
  ['renew_principal', 0.25],
  ['renew_all', 0.1],
  ['transfer', 0.05],
  [null, 0.2],
] as const)

/** Where money goes that is to go into another product: a year at a fixed rate, or longer if that is where it comes from. */
const yearlyProductIndex = seedProducts.findIndex(({ code }) => code === 'EVAS-12')
const longerProductIndex = seedProducts.findIndex(({ code }) => code === 'EVAS-18')

/** For so long money that comes gets the rate that was agreed. */
const rateOfferDays = 30

const formatDay = (number: number): string | null => (number === farFutureDay ? null : toIsoDate(number))
const formatPercent = (millionths: number): string => (millionths / 1e6).toFixed(6)

/** An account's number: the prefix's letter, the product, and a running number: D-EVAS-12-0000042. */
const formatAccountNumber = (firm: SeedFirm, a: SeedAccounts, k: number): string =>
  `${firm.letter}-${seedProducts[a.product[k]!]!.code}-${String(firm.first.account + k)
    .slice(-8)
    .padStart(8, '0')}`

/** Rows of a COPY, one account at a time. */
export function* generateAccountRows(
  firm: SeedFirm,
  staff: SeedStaff,
  clients: SeedClients,
  a: SeedAccounts,
): Generator<string> {
  for (let k = 0; k < a.count; k++) {
    const client = a.client[k]!
    const product = seedProducts[a.product[k]!]!
    const status = a.status[k]!
    const random = createRandom(firm.salt, randomStreams.account, -2 - k)
    const instruction =
      a.renewedBy[k]! >= 0 ? 'renew_principal' : status === expiredStatus ? 'pay_out' : drawInstruction(random())
    const opened = a.openedOn[k]!
    // Where nothing is open yet, it was asked for in the last weeks.
    const created =
      opened === farFutureDay ? Math.max(clients.registeredOn[client]!, firm.today - Math.floor(random() * 40)) : opened
    yield formatCopyRow([
      firm.first.account + k,
      formatAccountNumber(firm, a, k),
      firm.first.product + a.product[k]!,
      firm.first.client + client,
      accountStatuses[status]!,
      formatDay(opened),
      opened === farFutureDay ? null : formatDay(a.expiresOn[k]!),
      formatDay(a.closedOn[k]!),
      (a.agreed[k]! / 100).toFixed(2),
      formatPercent(a.rate[k]!),
      formatPercent(a.bonus[k]!),
      product.term === null ? null : instruction,
      a.plan[k]! > 0 && status <= activeStatus,
      firm.first.zone + clients.zone[client]!,
      firm.first.office + staff.employees[clients.manager[client]!]!.office,
      `${toIsoDate(created)} 11:00:00+00`,
      product.term,
      status === pendingStatus ? toIsoDate(created + rateOfferDays) : null,
      product.term !== null && instruction === 'transfer'
        ? firm.first.product + (a.product[k] === yearlyProductIndex ? longerProductIndex : yearlyProductIndex)
        : null,
      a.holder[k]! >= 0 && getEvenShare(k, 2) < 0.3 ? 'all' : 'one',
    ])
  }
}

/** Rows of a COPY, those of an account together. */
export function* generateHolderRows(firm: SeedFirm, clients: SeedClients, a: SeedAccounts): Generator<string> {
  for (let k = 0; k < a.count; k++) {
    const random = createRandom(firm.salt, randomStreams.account, -2 - a.count - k)
    const account = firm.first.account + k
    const client = a.client[k]!
    const other = a.holder[k]!
    const share = other < 0 ? 100 : drawFrom(random, [50, 50, 50, 60, 70])
    yield formatCopyRow([account, firm.first.client + client, 'primary', share])
    if (other >= 0) yield formatCopyRow([account, firm.first.client + other, 'holder', 100 - share])
    const helper = (client + 3) % clients.count
    if (getEvenShare(k, 1) < 0.02 && helper !== client && helper !== other)
      yield formatCopyRow([account, firm.first.client + helper, 'authorised', null])
  }
}
