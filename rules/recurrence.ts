import { monthLength, parseDay, toIsoDate } from './calendar.ts'
import { type RuleParts, walkRuleDays } from './recurrence-days.ts'
import { RefusalError } from './refusal-error.ts'
import { toLocalDateTime } from './zoned-time.ts'

export const maxOccurrences = 260
/** A rule that is hardly ever fulfilled isn't followed for ever. What goes on after that is refused: nothing of it is left out. */
const maxYears = 100
/** Where nothing came of a rule for so long, nothing will. */
const maxEmptyYears = 40

const day = '(?:MO|TU|WE|TH|FR|SA|SU)'
const listOf = (one: string): RegExp => new RegExp(`^${one}(?:,${one})*$`)
const monthDay = '[+-]?(?:[1-9]|[12]\\d|3[01])'
const yearDay = '[+-]?(?:[1-9]|[1-9]\\d|[12]\\d\\d|3[0-5]\\d|36[0-6])'

/** What meetings repeat by (RFC 5545, 3.3.10). What comes several times a day is no meeting. */
const partPatterns: Readonly<Record<string, RegExp>> = {
  FREQ: /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  COUNT: /^[1-9]\d{0,3}$/,
  UNTIL: /^(?:19|2\d)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3])[0-5]\d[0-5]\dZ?)?$/,
  BYDAY: listOf(`(?:[+-]?(?:[1-9]|[1-4]\\d|5[0-3]))?${day}`),
  BYMONTH: listOf('(?:[1-9]|1[0-2])'),
  BYMONTHDAY: listOf(monthDay),
  BYYEARDAY: listOf(yearDay),
  BYWEEKNO: listOf('[+-]?(?:[1-9]|[1-4]\\d|5[0-3])'),
  BYSETPOS: listOf(yearDay),
  WKST: new RegExp(`^${day}$`),
}

/** What a frequency can't be narrowed by: it means nothing (RFC 5545, 3.3.10), or it may never be fulfilled and takes long to find that out. */
const unfitParts: Readonly<Record<string, readonly string[]>> = {
  DAILY: ['BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO', 'BYSETPOS'],
  WEEKLY: ['BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO', 'BYSETPOS'],
  MONTHLY: ['BYYEARDAY', 'BYWEEKNO'],
  YEARLY: [],
}

type RuleFault = 'rule' | 'ruleWithoutEnd' | 'ruleTooLong' | 'ruleTooFar' | 'ruleEmpty'

/** Why a rule makes no meetings. */
const buildRuleRefusal = (fault: RuleFault): RefusalError =>
  new RefusalError('request.invalid', { fields: { rule: fault } })

/** Which Monday it is can be said of a month or a year, not of a week (RFC 5545, 3.3.10). */
const isPlaceUnfit = (parts: RuleParts): boolean =>
  /\d/.test(parts.get('BYDAY') ?? '') && (/DAILY|WEEKLY/.test(parts.get('FREQ')!) || parts.has('BYWEEKNO'))

const readParts = (rule: string): RuleParts => {
  const parts = rule.split(';').map((part): [string, string] => {
    const [name = '', value = ''] = part.split('=')
    if (!partPatterns[name]?.test(value)) throw buildRuleRefusal('rule')
    return [name, value]
  })
  const byName = new Map(parts)
  const unfit = unfitParts[byName.get('FREQ') ?? '']
  if (!unfit || byName.size < parts.length || unfit.some((part) => byName.has(part)) || isPlaceUnfit(byName))
    throw buildRuleRefusal('rule')
  return byName
}

/** The last moment by the clock of the zone. A day counts to its end, and what is said in UTC is told by that clock. */
const readEnd = (until: string, timeZone: string): string => {
  const year = until.slice(0, 4)
  const month = until.slice(4, 6)
  const day = until.slice(6, 8)
  if (Number(day) > monthLength(Number(year), Number(month))) throw buildRuleRefusal('rule')
  const date = `${year}-${month}-${day}`
  if (until.length === 8) return `${date}T23:59`
  const time = `${date}T${until.slice(9, 11)}:${until.slice(11, 13)}`
  return until.endsWith('Z') ? toLocalDateTime(`${time}:00Z`, timeZone) : time
}

/** So many years later; no later than dates go. */
const addYears = (start: string, years: number): string =>
  `${String(Math.min(Number(start.slice(0, 4)) + years, 9999)).padStart(4, '0')}${start.slice(4, 16)}`

/** `fault`: why not all times of the rule are there. */
type FollowedRule = { times: string[]; fault: 'ruleTooLong' | 'ruleTooFar' | null }

const followRule = (rule: string, start: string, timeZone: string): FollowedRule => {
  const parts = readParts(rule)
  const until = parts.get('UNTIL')
  if (until === undefined && !parts.has('COUNT')) throw buildRuleRefusal('ruleWithoutEnd')
  const latest = addYears(start, maxYears)
  const hopeless = addYears(start, maxEmptyYears)
  const end = until === undefined ? latest : readEnd(until, timeZone)
  const last = end < latest ? end : latest
  const most = Number(parts.get('COUNT') ?? Number.POSITIVE_INFINITY)
  const times: string[] = []
  // A day more than counts tells whether the rule goes on.
  for (const day of walkRuleDays(parts, parseDay(start), parseDay(last))) {
    const moment = `${toIsoDate(day)}${start.slice(10, 16)}`
    if (moment > last || times.length === most) break
    if (times.length === maxOccurrences) return { times, fault: 'ruleTooLong' }
    if (times.length === 0 && moment > hopeless) break
    times.push(moment)
  }
  const isUnfinished = until === undefined ? times.length < most : end.slice(0, 10) > latest.slice(0, 10)
  return { times, fault: isUnfinished && times.length > 0 ? 'ruleTooFar' : null }
}

/**
 * The days and times at which a rule (RFC 5545, 3.3.10) repeats what begins at `start`, 'YYYY-MM-DDTHH:MM' by the clock of the zone: all of them, at
 * most `maxOccurrences`. Refused with `request.invalid` and the fault in the field `rule`.
 */
export const expandRule = (rule: string, start: string, timeZone: string): string[] => {
  const { times, fault } = followRule(rule, start, timeZone)
  if (fault) throw buildRuleRefusal(fault)
  if (times.length === 0) throw buildRuleRefusal('ruleEmpty')
  return times
}

/** The times of a rule that is kept already, and the rule as far as they go: one of before may go on for longer than would be taken today. */
export const expandKeptRule = (rule: string, start: string, timeZone: string): { times: string[]; rule: string } => {
  const { times, fault } = followRule(rule, start, timeZone)
  return { times, rule: fault ? endRuleOn(rule, times.at(-1)!.slice(0, 10)) : rule }
}

/** The same rule, with that day, 'YYYY-MM-DD', as its last. */
export const endRuleOn = (rule: string, day: string): string =>
  [...rule.split(';').filter((part) => !/^(?:UNTIL|COUNT)=/.test(part)), `UNTIL=${day.replaceAll('-', '')}`].join(';')
