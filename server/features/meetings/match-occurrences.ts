import { shiftDay } from '#rules/calendar.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import { toLocalDateTime } from '#rules/zoned-time.ts'
import type { OccurrenceTimes } from './series.ts'

type MatchInput = {
  /** What is planned now, in the order of time. */
  planned: readonly { id: string; startsAt: string }[]
  /** The one that the first occurrence becomes; null where any may. */
  leadId: string | null
  /** When the new rule has meetings: one a day at most. */
  occurrences: readonly OccurrenceTimes[]
  /** Moments of meetings that stay: no other is planned on their days. */
  taken: readonly string[]
  /** By how many days planned ones are moved. */
  days: number
  timeZone: string
}
type Matched = {
  placed: ({ id: string } & OccurrenceTimes)[]
  added: OccurrenceTimes[]
  dropped: string[]
}

/**
 * Which planned meeting becomes which of a new rule: that of its own day, and what is left over in the order of time. So what was noted for a day stays
 * with it. Refused where nothing is left of the rule.
 */
export const matchOccurrences = ({ planned, leadId, occurrences, taken, days, timeZone }: MatchInput): Matched => {
  const toDay = (moment: string): string => toLocalDateTime(new Date(moment).toISOString(), timeZone).slice(0, 10)
  const takenDays = new Set(taken.map(toDay))
  const open = new Map(
    occurrences.map((one) => [toDay(one.startsAt), one] as const).filter(([day]) => !takenDays.has(day)),
  )
  const placed: Matched['placed'] = []
  const place = (id: string, day: string | undefined): boolean => {
    const occurrence = day === undefined ? undefined : open.get(day)
    if (day === undefined || !occurrence) return false
    open.delete(day)
    placed.push({ id, ...occurrence })
    return true
  }
  const takeNext = (id: string): boolean => place(id, open.keys().next().value)
  if (open.size === 0) throw new RefusalError('request.invalid', { fields: { rule: 'ruleEmpty' } })
  if (leadId !== null) takeNext(leadId)
  const rest = planned
    .filter(({ id }) => id !== leadId)
    .filter(({ id, startsAt }) => !place(id, shiftDay(toDay(startsAt), days)))
  const dropped = rest.filter(({ id }) => !takeNext(id)).map(({ id }) => id)
  return { placed, added: [...open.values()], dropped }
}
