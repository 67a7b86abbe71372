import { createRequire } from 'node:module'
import { RefusalError } from './refusal-error.ts'
import { toLocalDateTime } from './zoned-time.ts'

// It is no module of Node's kind, and names nothing that could be imported by name.
const { RRule } = createRequire(import.meta.url)('rrule') as typeof import('rrule')

export const maxOccurrences = 260
/** A rule that is hardly ever fulfilled isn't followed for ever. */
const maxYears = 10

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

type RuleFault = 'rule' | 'ruleWithoutEnd' | 'ruleTooLong' | 'ruleEmpty'

/** Why a rule makes no meetings. */
const buildRuleRefusal = (fault: RuleFault): RefusalError =>
  new RefusalError('request.invalid', { fields: { rule: fault } })

const readParts = (rule: string): Map<string, string> => {
  const parts = rule.split(';').map((part): [string, string] => {
    const [name = '', value = ''] = part.split('=')
    if (!partPatterns[name]?.test(value)) throw buildRuleRefusal('rule')
    return [name, value]
  })
  const byName = new Map(parts)
  const unfit = unfitParts[byName.get('FREQ') ?? '']
  if (!unfit || byName.size < parts.length || unfit.some((part) => byName.has(part))) throw buildRuleRefusal('rule')
  return byName
}

/** Times by the clock of a zone, as the rules compare them: as if they were in UTC. */
const toFloating = (local: string): Date => new Date(`${local.slice(0, 16)}:00Z`)

/** The last moment by the clock of the zone. A day counts to its end, and what is said in UTC is told by that clock. */
const readEnd = (until: string, timeZone: string): Date => {
  const date = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`
  if (until.length === 8) return toFloating(`${date}T23:59`)
  const time = `${date}T${until.slice(9, 11)}:${until.slice(11, 13)}`
  return toFloating(until.endsWith('Z') ? toLocalDateTime(`${time}:00Z`, timeZone) : time)
}

/**
 * The days and times at which a rule (RFC 5545, 3.3.10) repeats what begins at `start`, 'YYYY-MM-DDTHH:MM' by the clock of the zone: at most
 * `maxOccurrences`. Refused with `request.invalid` and the fault in the field `rule`.
 */
export const expandRule = (rule: string, start: string, timeZone: string): string[] => {
  const parts = readParts(rule)
  const until = parts.get('UNTIL')
  if (until === undefined && !parts.has('COUNT')) throw buildRuleRefusal('ruleWithoutEnd')
  const dtstart = toFloating(start)
  const latest = new Date(dtstart)
  latest.setUTCFullYear(latest.getUTCFullYear() + maxYears)
  const end = until === undefined ? latest : readEnd(until, timeZone)
  if (Number.isNaN(end.getTime())) throw buildRuleRefusal('rule')
  const options = RRule.parseString(rule)
  const found: string[] = []
  new RRule({ ...options, dtstart, until: end < latest ? end : latest }).all((moment) => {
    found.push(moment.toISOString().slice(0, 16))
    return found.length <= maxOccurrences
  })
  if (found.length > maxOccurrences) throw buildRuleRefusal('ruleTooLong')
  if (found.length === 0) throw buildRuleRefusal('ruleEmpty')
  return found
}

/** The same rule, with that day, 'YYYY-MM-DD', as its last. */
export const endRuleOn = (rule: string, day: string): string =>
  [...rule.split(';').filter((part) => !/^(?:UNTIL|COUNT)=/.test(part)), `UNTIL=${day.replaceAll('-', '')}`].join(';')
