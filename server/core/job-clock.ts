import { tenantFacts } from '#contract/core/tenants.ts'
import { type Prefix, prefixes } from '#contract/core/values.ts'
import { toDayNumber, weekday } from '#rules/calendar.ts'
import { type Clock, getBusinessDate } from './clock.ts'
import { enqueueJobs, type Job } from './jobs.ts'
import type { TenantDatabases } from './tenancy.ts'

/** How often the clock is looked at; the database is asked only when a minute brings something. */
const clockIntervalMs = 1000

/** A minute, as a crontab names it. */
export type CalendarMinute = { min: number; hour: number; date: number; month: number; dow: number }

const minuteFormatByTimeZone = new Map<string, Intl.DateTimeFormat>()
const getMinuteFormat = (timeZone: string): Intl.DateTimeFormat => {
  const known = minuteFormatByTimeZone.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  minuteFormatByTimeZone.set(timeZone, made)
  return made
}

const toCalendarMinute = (timeZone: string, now: number): CalendarMinute => {
  const parts = getMinuteFormat(timeZone).formatToParts(now)
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value)
  const date = of('day')
  const month = of('month')
  const year = of('year')
  return {
    min: of('minute'),
    hour: of('hour'),
    date,
    month,
    dow: weekday(toDayNumber(year, month, date)),
  }
}

type ScheduledJob = { job: Job; matches: (minute: CalendarMinute) => boolean }
type ScheduleScope = { of: Prefix | 'registry'; timeZone: string }
const scheduleScopes: readonly ScheduleScope[] = [
  ...prefixes.map((of): ScheduleScope => ({ of, timeZone: tenantFacts[of].timeZone })),
  { of: 'registry', timeZone: 'UTC' },
]

const getScopeDate = ({ of }: ScheduleScope, clock: Clock): string =>
  of === 'registry' ? new Date(clock()).toISOString().slice(0, 10) : getBusinessDate(of, clock)

/**
 * Brings the jobs whose minute it is, prefix by prefix in its own time. By the clock of the process, which is that of the business dates; at the start, and
 * whenever that clock has jumped, all of them: each finds out by itself what is left to do. A job of a day that waits, runs or is dead is left as it is.
 */
export const buildJobClock = (
  timed: readonly ScheduledJob[],
  { tenants, clock }: { tenants: TenantDatabases; clock: Clock },
): (() => Promise<void>) => {
  let last: number | undefined
  return async () => {
    const now = clock()
    const minute = Math.floor(now / 60_000)
    if (minute === last) return
    const jumped = last === undefined || minute !== last + 1
    for (const scope of scheduleScopes) {
      const at = toCalendarMinute(scope.timeZone, now)
      const item = getScopeDate(scope, clock)
      const due = timed
        .filter(({ job, matches }) => (job.of === 'registry') === (scope.of === 'registry') && (jumped || matches(at)))
        .map(({ job }) => ({ job, options: { item, ifNone: true } }))
      const access = scope.of === 'registry' ? tenants.signIn() : tenants.of(scope.of)
      await enqueueJobs(access, due)
    }
    last = minute
  }
}

/** Looks at the clock again and again. Where the database is away, what was due is brought once it is back. */
export const startJobClock = (tick: () => Promise<void>, onError: (error: unknown) => void) => {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let round = Promise.resolve()
  const look = (): void => {
    round = tick()
      .catch(onError)
      .finally(() => {
        if (!stopped) timer = setTimeout(look, clockIntervalMs)
      })
  }
  look()
  return {
    stop: async (): Promise<void> => {
      stopped = true
      clearTimeout(timer)
      await round
    },
  }
}
