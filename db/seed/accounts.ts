import { addMonths, type DayNumber, parseDay, rollToWeekday, toCivilDate } from '#rules/calendar.ts'
import type { SeedClients } from './clients.ts'
import { randomStreams, type SeedFirm } from './firm.ts'
import { calculateRate, type SeedProduct, seedProducts } from './products.ts'
import { createRandom, createWeightedDraw, drawBetween, drawNormal, getEvenShare, type RandomSource } from './random.ts'

/** In the order of the numbers that `Accounts.status` holds. */
export const accountStatuses = ['draft', 'pending', 'active', 'expired', 'canceled'] as const
export const [draftStatus, pendingStatus, activeStatus, expiredStatus, canceledStatus] = [0, 1, 2, 3, 4] as const

/** No day: later than any. */
export const farFutureDay: DayNumber = parseDay('9999-12-31')

/** What is agreed on every account, before a cent has moved. In columns; amounts in cents, rates in millionths of a per cent. */
export type SeedAccounts = {
  count: number
  client: Int32Array
  /** The other holder of a joint account, or -1. */
  holder: Int32Array
  product: Uint8Array
  status: Uint8Array
  openedOn: Int32Array
  expiresOn: Int32Array
  /** When it left: the day its maturity was booked, or of its cancellation. */
  closedOn: Int32Array
  agreed: Float64Array
  rate: Int32Array
  bonus: Int32Array
  /** Monthly contribution and the day of the month; 0 where there is no plan. */
  plan: Int32Array
  planDay: Uint8Array
  /** The account that this one's money went on to at its maturity, and the one it came from; -1 where none. */
  renewedBy: Int32Array
  renews: Int32Array
}

const createEmptyAccounts = (count: number): SeedAccounts => ({
  count,
  client: new Int32Array(count),
  holder: new Int32Array(count).fill(-1),
  product: new Uint8Array(count),
  status: new Uint8Array(count),
  openedOn: new Int32Array(count).fill(farFutureDay),
  expiresOn: new Int32Array(count).fill(farFutureDay),
  closedOn: new Int32Array(count).fill(farFutureDay),
  agreed: new Float64Array(count),
  rate: new Int32Array(count),
  bonus: new Int32Array(count),
  plan: new Int32Array(count),
  planDay: new Uint8Array(count),
  renewedBy: new Int32Array(count).fill(-1),
  renews: new Int32Array(count).fill(-1),
})

const drawOrdinaryProduct = createWeightedDraw(seedProducts.map((product, n) => [n, product.share] as const))
const drawAllianceProduct = createWeightedDraw(seedProducts.map((product, n) => [n, product.allianceShare] as const))
const drawAccountCount = createWeightedDraw([
  [0, 0.07],
  [1, 0.28],
  [2, 0.28],
  [3, 0.18],
  [4, 0.1],
  [5, 0.05],
  [7, 0.03],
  [9, 0.01],
] as const)

/** Where the accounts of each client begin in the row of all: scaled so that the last one is exactly the size's. */
const calculateAccountOffsets = (firm: SeedFirm): Int32Array => {
  const { clients, accounts } = firm.size
  const random = createRandom(firm.salt, randomStreams.account, -1)
  const sums = new Float64Array(clients + 1)
  for (let n = 0; n < clients; n++) sums[n + 1] = sums[n]! + drawAccountCount(random())
  return Int32Array.from(sums, (sum) => Math.round((sum * accounts) / sums[clients]!))
}

/** Round sums, as people agree on them: most between 5,000 and 80,000; companies bring four times as much. */
const drawLumpSum = (product: SeedProduct, company: boolean, random: RandomSource): number => {
  const euros = Math.exp(9.7 + 0.95 * drawNormal(random)) * (company ? 4 : 1)
  const step = euros < 10_000 ? 500 : euros < 50_000 ? 1000 : 5000
  return Math.min(product.maximum ?? 1_000_000, Math.max(product.minimum, Math.round(euros / step) * step)) * 100
}

const savingsPlanAmounts: Partial<Record<SeedProduct['family'], readonly number[]>> = {
  smart: [50, 50, 75, 100, 100, 100, 150, 150, 200, 200, 250, 300, 300, 400, 500, 600, 1000],
  insurance: [30, 40, 50, 60, 80, 100],
  ticket_restaurant: [90, 110, 132, 154, 165, 176, 200, 220],
}

const savingsPlanShares: Partial<Record<SeedProduct['family'], number>> = {
  smart: 0.52,
  insurance: 0.9,
  ticket_restaurant: 1,
}

const setAccountMoney = (
  firm: SeedFirm,
  a: SeedAccounts,
  k: number,
  product: SeedProduct,
  company: boolean,
  random: RandomSource,
): void => {
  const amounts = savingsPlanAmounts[product.family]
  if (amounts && random() < savingsPlanShares[product.family]!) {
    a.plan[k] = amounts[Math.floor(random() * amounts.length)]! * 100
    a.planDay[k] = product.family === 'ticket_restaurant' ? drawBetween(random, 1, 4) : drawBetween(random, 1, 25)
    a.agreed[k] = a.plan[k]! * (product.family === 'smart' && random() < 0.4 ? drawBetween(random, 5, 30) : 1)
  } else
    a.agreed[k] =
      a.renews[k]! >= 0
        ? a.agreed[a.renews[k]!]!
        : drawLumpSum(product, company, random) / (product.family === 'smart' ? 2 : 1)
  const euros = a.agreed[k]! / 100
  const opened = a.openedOn[k] === farFutureDay ? firm.today : a.openedOn[k]!
  a.rate[k] = calculateRate(firm, product, toCivilDate(opened).year, euros)
  a.bonus[k] = product.accrues && random() < 0.08 ? (random() < 0.5 ? 250_000 : 500_000) : 0
}

/** How it ends: at its term, before it, or not yet. */
const setAccountEnd = (
  firm: SeedFirm,
  a: SeedAccounts,
  k: number,
  product: SeedProduct,
  random: RandomSource,
): void => {
  const opened = a.openedOn[k]!
  a.status[k] = activeStatus
  if (product.term !== null) {
    a.expiresOn[k] = addMonths(opened, product.term)
    const booked = rollToWeekday(a.expiresOn[k]!)
    if (booked <= firm.today) {
      a.status[k] = expiredStatus
      a.closedOn[k] = booked
    }
  }
  const life = product.term === null ? 1800 : a.expiresOn[k]! - opened - 40
  const leaves = rollToWeekday(opened + 60 + Math.floor(random() * Math.max(1, life - 60)))
  const leaving = random() < (product.family === 'fixed_term' ? 0.05 : 0.14)
  if (leaving && leaves <= firm.today && leaves < a.expiresOn[k]! - 5) {
    a.status[k] = canceledStatus
    a.closedOn[k] = leaves
  }
}

const planAccount = (firm: SeedFirm, clients: SeedClients, a: SeedAccounts, k: number, first: boolean): void => {
  const random = createRandom(firm.salt, randomStreams.account, k)
  const client = a.client[k]!
  const since = clients.registeredOn[client]!
  const before = first ? -1 : k - 1
  const renewing =
    before >= 0 &&
    a.status[before] === expiredStatus &&
    seedProducts[a.product[before]!]!.family === 'fixed_term' &&
    random() < 0.45
  const at = getEvenShare(k, 0)
  a.product[k] = renewing
    ? a.product[before]!
    : (clients.alliance[client] ? drawAllianceProduct : drawOrdinaryProduct)(random())
  const product = seedProducts[a.product[k]!]!
  const waiting = renewing || at >= 0.05 ? null : at < 0.015 ? draftStatus : pendingStatus
  if (renewing) {
    a.renews[k] = before
    a.renewedBy[before] = k
    a.openedOn[k] = a.closedOn[before]!
  } else if (waiting === null) {
    const share = firm.seasons.getShareAtDay(since)
    const soon = rollToWeekday(since + Math.floor(random() * 25))
    a.openedOn[k] = first && soon <= firm.today ? soon : firm.seasons.getDayAtShare(share + random() * (1 - share))
  }
  setAccountMoney(firm, a, k, product, clients.company[client] === 1, random)
  if (waiting === null) setAccountEnd(firm, a, k, product, random)
  else a.status[k] = waiting
  const other = clients.spouse[client]!
  const opened = a.openedOn[k]!
  if (renewing) a.holder[k] = a.holder[before]!
  else if (other >= 0 && random() < 0.6 && opened >= clients.registeredOn[other]!) a.holder[k] = other
}

/** The accounts of all clients, one client's after another's. */
export const planAccounts = (firm: SeedFirm, clients: SeedClients): SeedAccounts => {
  const start = calculateAccountOffsets(firm)
  const accounts = createEmptyAccounts(firm.size.accounts)
  for (let n = 0; n < clients.count; n++)
    for (let k = start[n]!; k < start[n + 1]!; k++) {
      accounts.client[k] = n
      planAccount(firm, clients, accounts, k, k === start[n])
    }
  return accounts
}
