import { type DayLevel, type DayReasonKind, dayReasonKinds, dayReasonLevels } from '#contract/my-day/reasons.ts'
import { parseDay } from './calendar.ts'

/** What the rank of a reason follows from. `isPressing`: somebody said that it is. Amounts as '1234.56'. */
export type RankedDayReason = {
  kind: DayReasonKind
  date: string | null
  time: string | null
  amount: string | null
  isPressing: boolean
}

/** Until so many days ahead a maturity without an instruction comes first: on the eve nobody can say any more what becomes of it. */
const pressingMaturityDays = 2

/** How pressing a reason is, today. See docs/decisions/0164-my-day.md */
export const getDayLevel = ({ kind, date, isPressing }: RankedDayReason, today: string): DayLevel => {
  switch (kind) {
    case 'meeting':
    case 'approval':
    case 'stopped':
      return 'first'
    case 'maturity':
      return date !== null && parseDay(date) - parseDay(today) <= pressingMaturityDays ? 'first' : 'today'
    case 'followUp':
      return isPressing ? 'first' : 'today'
    case 'document':
      return date !== null && date < today ? 'today' : 'later'
    case 'review':
    case 'newContact':
      return 'later'
    default:
      return 'today'
  }
}

/** The order of two reasons: by level, kind, day and hour (the earlier first), and amount (the larger first). */
export const compareDayReasons = (one: RankedDayReason, other: RankedDayReason, today: string): number =>
  dayReasonLevels.indexOf(getDayLevel(one, today)) - dayReasonLevels.indexOf(getDayLevel(other, today)) ||
  dayReasonKinds.indexOf(one.kind) - dayReasonKinds.indexOf(other.kind) ||
  (one.date ?? '').localeCompare(other.date ?? '') ||
  (one.time ?? '').localeCompare(other.time ?? '') ||
  Number(other.amount ?? 0) - Number(one.amount ?? 0)
