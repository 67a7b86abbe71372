import { businessDay, civil, type Day, dayOf } from '#rules/calendar.ts'
import { active, canceled, expired } from '../accounts.ts'
import { products } from '../products.ts'
import { seasonOf } from '../seasons.ts'
import { adjustment, contribution, fee, withdrawal } from './kinds.ts'
import { cancel, earn, mature, move } from './movements.ts'
import { type State, schedulePayout } from './state.ts'

/** What can happen to an account on a day, in the order in which it does. */
const [opens, contributes, pays, takes, ends] = [0, 1, 2, 3, 4] as const

/** The events of one account in one month, sorted as they come: a handful. */
const days: number[] = []
const events: number[] = []
const shares: number[] = []
const note = (day: Day, event: number, share = 0): void => {
  let n = days.length
  while (n > 0 && (days[n - 1]! > day || (days[n - 1] === day && events[n - 1]! > event))) {
    days[n] = days[n - 1]!
    events[n] = events[n - 1]!
    shares[n] = shares[n - 1]!
    n--
  }
  days[n] = day
  events[n] = event
  shares[n] = share
}

const isSmart = products.map(({ family }) => family === 'smart')
const isTicket = products.map(({ family }) => family === 'ticket_restaurant')

/** When an account's money leaves: the last day on which anything can happen to it. */
const endOf = (s: State, k: number): Day => {
  const status = s.accounts.status[k]!
  return status === expired ? s.accounts.expiresOn[k]! : status === canceled ? s.accounts.closedOn[k]! : 2_000_000_000
}

/** A business day of the month on which the account can be used, or -1. */
const someDay = (s: State, from: Day, to: Day, after: Day, before: Day): Day => {
  const low = Math.max(from, after + 1)
  const high = Math.min(to, before - 1, s.firm.today)
  if (low > high) return -1
  const day = businessDay(low + Math.floor(s.random() * (high - low + 1)))
  return day <= high ? day : -1
}

const noteExtras = (s: State, k: number, from: Day, to: Day, end: Day, season: number): void => {
  s.chances += season
  const many = Math.floor(s.extras * season + s.random())
  for (let n = 0; n < many; n++) {
    const day = someDay(s, from, to, s.accounts.openedOn[k]!, end)
    const out = isTicket[s.accounts.product[k]!] || s.random() < 0.32
    if (day >= 0) note(day, out ? takes : contributes, 0.1 + 0.3 * s.random())
  }
}

const noteMonth = (s: State, k: number, from: Day, to: Day, end: Day, season: number): void => {
  const a = s.accounts
  const product = a.product[k]!
  const opened = a.openedOn[k]!
  if (opened >= from && opened <= to) {
    note(opened, opens)
    schedulePayout(s, k)
  }
  const planned = a.plan[k]! > 0 ? businessDay(from + a.planDay[k]! - 1) : -1
  if (planned > opened && planned < end && planned <= Math.min(to, s.firm.today) && s.random() < 0.96) {
    note(planned, contributes)
    const spent = isTicket[product] ? someDay(s, from, to, planned, end) : -1
    if (spent >= 0) note(spent, takes, 0.6 + 0.4 * s.random())
  }
  if (isSmart[product] || isTicket[product]) noteExtras(s, k, from, to, end, season)
  for (let due = s.nextPayout[k]!; due <= to && due < end && businessDay(due) <= s.firm.today; due = s.nextPayout[k]!) {
    note(due, pays)
    schedulePayout(s, k)
  }
  if (end <= to) note(end, ends)
}

const open = (s: State, k: number, day: Day): void => {
  s.accruedTo[k] = day
  // What a renewal brings was booked when the old account ended.
  s.principal[k]! += s.brought[k]!
  if (s.brought[k] === 0) move(s, k, contribution, day, day, s.accounts.agreed[k]!)
}

/** share = 0: the plan's amount; otherwise a sum of its own. */
const contribute = (s: State, k: number, day: Day, share: number): void => {
  const euros = share === 0 ? 0 : Math.round((share * (s.accounts.plan[k]! > 0 ? 4000 : 12_000)) / 50) * 50
  move(s, k, contribution, day, day, share === 0 ? s.accounts.plan[k]! : Math.max(50, euros) * 100)
}

const take = (s: State, k: number, day: Day, share: number): void => {
  const product = s.accounts.product[k]!
  if (isTicket[product]) {
    const cents = Math.floor(s.principal[k]! * share)
    if (cents >= 100) move(s, k, withdrawal, day, day, -cents)
    return
  }
  const euros = Math.floor((s.principal[k]! * share) / 1000) * 10
  // A few of what goes out is a fee or a correction; who has nothing to take puts something in.
  if (euros < 20) contribute(s, k, day, 0.1)
  else if (share < 0.11) move(s, k, fee, day, day, -1200)
  else if (share < 0.115) move(s, k, adjustment, day, day, share < 0.1125 ? -735 : 735)
  else move(s, k, withdrawal, day, day, -euros * 100)
}

const happen = (s: State, k: number, day: Day, event: number, share: number): void => {
  if (event === opens) open(s, k, day)
  else if (event === contributes) contribute(s, k, day, share)
  else if (event === pays) earn(s, k, businessDay(day), day, false)
  else if (event === takes) take(s, k, day, share)
  else if (s.accounts.status[k] === expired) mature(s, k)
  else cancel(s, k)
}

/** Lives one month of all accounts, from its first day to its last. */
const liveMonth = (s: State, from: Day, to: Day): void => {
  const { count, openedOn, status } = s.accounts
  const season = seasonOf(from)
  for (let k = 0; k < count; k++) {
    if (openedOn[k]! > to || status[k]! < active) continue
    const end = endOf(s, k)
    if (end < from) continue
    noteMonth(s, k, from, to, end, season)
    for (let n = 0; n < days.length; n++) happen(s, k, days[n]!, events[n]!, shares[n]!)
    days.length = 0
  }
}

/** Lives the firm's years by calendar months; gives the last day of each when all of it is booked. */
export function* liveYears(s: State): Generator<Day> {
  const { opening, today } = s.firm
  for (let from = opening; from <= today; ) {
    const { year, month } = civil(from)
    const next = dayOf(month === 12 ? year + 1 : year, (month % 12) + 1, 1)
    const to = Math.min(next - 1, today)
    liveMonth(s, from, to)
    yield to
    from = next
  }
}
