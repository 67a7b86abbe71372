import { type DayNumber, rollToWeekday, toCivilDate, toDayNumber } from '#rules/calendar.ts'
import { activeStatus, canceledStatus, expiredStatus } from '../accounts.ts'
import { seedProducts } from '../products.ts'
import { getSeasonWeight } from '../seasons.ts'
import { adjustmentKind, contributionKind, feeKind, withdrawalKind } from './kinds.ts'
import { bookMovement, cancelAccount, matureAccount, postEarnings } from './movements.ts'
import { type SimulationState, schedulePayout } from './state.ts'

/** What can happen to an account on a day, in the order in which it does. */
const [openingEvent, contributionEvent, interestEvent, withdrawalEvent, closingEvent] = [0, 1, 2, 3, 4] as const

/** The events of one account in one month, sorted as they come: a handful. */
const eventDays: number[] = []
const eventKinds: number[] = []
const eventShares: number[] = []
const addEvent = (day: DayNumber, event: number, share = 0): void => {
  let n = eventDays.length
  while (n > 0 && (eventDays[n - 1]! > day || (eventDays[n - 1] === day && eventKinds[n - 1]! > event))) {
    eventDays[n] = eventDays[n - 1]!
    eventKinds[n] = eventKinds[n - 1]!
    eventShares[n] = eventShares[n - 1]!
    n--
  }
  eventDays[n] = day
  eventKinds[n] = event
  eventShares[n] = share
}

const smartFlagsByProduct = seedProducts.map(({ family }) => family === 'smart')
const ticketFlagsByProduct = seedProducts.map(({ family }) => family === 'ticket_restaurant')

/** When an account's money leaves: the last day on which anything can happen to it. */
const getAccountEnd = (s: SimulationState, k: number): DayNumber => {
  const status = s.accounts.status[k]!
  return status === expiredStatus
    ? s.accounts.expiresOn[k]!
    : status === canceledStatus
      ? s.accounts.closedOn[k]!
      : 2_000_000_000
}

/** A business day of the month on which the account can be used, or -1. */
const drawBusinessDay = (
  s: SimulationState,
  from: DayNumber,
  to: DayNumber,
  after: DayNumber,
  before: DayNumber,
): DayNumber => {
  const low = Math.max(from, after + 1)
  const high = Math.min(to, before - 1, s.firm.today)
  if (low > high) return -1
  const day = rollToWeekday(low + Math.floor(s.random() * (high - low + 1)))
  return day <= high ? day : -1
}

const addUnplannedEvents = (
  s: SimulationState,
  k: number,
  from: DayNumber,
  to: DayNumber,
  end: DayNumber,
  season: number,
): void => {
  s.accountMonths += season
  const many = Math.floor(s.unplannedMovementRate * season + s.random())
  for (let n = 0; n < many; n++) {
    const day = drawBusinessDay(s, from, to, s.accounts.openedOn[k]!, end)
    const out = ticketFlagsByProduct[s.accounts.product[k]!] || s.random() < 0.32
    if (day >= 0) addEvent(day, out ? withdrawalEvent : contributionEvent, 0.1 + 0.3 * s.random())
  }
}

const addMonthEvents = (
  s: SimulationState,
  k: number,
  from: DayNumber,
  to: DayNumber,
  end: DayNumber,
  season: number,
): void => {
  const a = s.accounts
  const product = a.product[k]!
  const opened = a.openedOn[k]!
  if (opened >= from && opened <= to) {
    addEvent(opened, openingEvent)
    schedulePayout(s, k)
  }
  const planned = a.plan[k]! > 0 ? rollToWeekday(from + a.planDay[k]! - 1) : -1
  if (planned > opened && planned < end && planned <= Math.min(to, s.firm.today) && s.random() < 0.96) {
    addEvent(planned, contributionEvent)
    const spent = ticketFlagsByProduct[product] ? drawBusinessDay(s, from, to, planned, end) : -1
    if (spent >= 0) addEvent(spent, withdrawalEvent, 0.6 + 0.4 * s.random())
  }
  if (smartFlagsByProduct[product] || ticketFlagsByProduct[product]) addUnplannedEvents(s, k, from, to, end, season)
  for (
    let due = s.nextPayout[k]!;
    due <= to && due < end && rollToWeekday(due) <= s.firm.today;
    due = s.nextPayout[k]!
  ) {
    addEvent(due, interestEvent)
    schedulePayout(s, k)
  }
  if (end <= to) addEvent(end, closingEvent)
}

const openAccount = (s: SimulationState, k: number, day: DayNumber): void => {
  s.accruedTo[k] = day
  // What a renewal brings was booked when the old account ended.
  s.principal[k]! += s.carriedOver[k]!
  if (s.carriedOver[k] === 0) bookMovement(s, k, contributionKind, day, day, s.accounts.agreed[k]!)
}

/** share = 0: the plan's amount; otherwise a sum of its own. */
const addContribution = (s: SimulationState, k: number, day: DayNumber, share: number): void => {
  const euros = share === 0 ? 0 : Math.round((share * (s.accounts.plan[k]! > 0 ? 4000 : 12_000)) / 50) * 50
  bookMovement(s, k, contributionKind, day, day, share === 0 ? s.accounts.plan[k]! : Math.max(50, euros) * 100)
}

const takeWithdrawal = (s: SimulationState, k: number, day: DayNumber, share: number): void => {
  const product = s.accounts.product[k]!
  if (ticketFlagsByProduct[product]) {
    const cents = Math.floor(s.principal[k]! * share)
    if (cents >= 100) bookMovement(s, k, withdrawalKind, day, day, -cents)
    return
  }
  const euros = Math.floor((s.principal[k]! * share) / 1000) * 10
  // A few of what goes out is a fee or a correction; who has nothing to take puts something in.
  if (euros < 20) addContribution(s, k, day, 0.1)
  else if (share < 0.11) bookMovement(s, k, feeKind, day, day, -1200)
  else if (share < 0.115) bookMovement(s, k, adjustmentKind, day, day, share < 0.1125 ? -735 : 735)
  else bookMovement(s, k, withdrawalKind, day, day, -euros * 100)
}

const applyEvent = (s: SimulationState, k: number, day: DayNumber, event: number, share: number): void => {
  if (event === openingEvent) openAccount(s, k, day)
  else if (event === contributionEvent) addContribution(s, k, day, share)
  else if (event === interestEvent) postEarnings(s, k, rollToWeekday(day), day, false)
  else if (event === withdrawalEvent) takeWithdrawal(s, k, day, share)
  else if (s.accounts.status[k] === expiredStatus) matureAccount(s, k)
  else cancelAccount(s, k)
}

/** Lives one month of all accounts, from its first day to its last. */
const simulateMonth = (s: SimulationState, from: DayNumber, to: DayNumber): void => {
  const { count, openedOn, status } = s.accounts
  const season = getSeasonWeight(from)
  for (let k = 0; k < count; k++) {
    if (openedOn[k]! > to || status[k]! < activeStatus) continue
    const end = getAccountEnd(s, k)
    if (end < from) continue
    addMonthEvents(s, k, from, to, end, season)
    for (let n = 0; n < eventDays.length; n++) applyEvent(s, k, eventDays[n]!, eventKinds[n]!, eventShares[n]!)
    eventDays.length = 0
  }
}

/** Lives the firm's years by calendar months; gives the last day of each when all of it is booked. */
export function* simulateYears(s: SimulationState): Generator<DayNumber> {
  const { opening, today } = s.firm
  for (let from = opening; from <= today; ) {
    const { year, month } = toCivilDate(from)
    const next = toDayNumber(month === 12 ? year + 1 : year, (month % 12) + 1, 1)
    const to = Math.min(next - 1, today)
    simulateMonth(s, from, to)
    yield to
    from = next
  }
}
