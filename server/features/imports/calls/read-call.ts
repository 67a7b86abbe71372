import type { CallOutcome, CallReason } from '#contract/calls/words.ts'
import { callFields } from '#contract/calls.ts'
import { type AgendaPerson, readAgendaPerson } from '../agenda/agenda-people.ts'
import { readOwner } from '../agenda/named-owners.ts'
import { parseDayAndTime, parseDuration, parseTimeOfDay } from '../agenda/parse-time.ts'
import type { FieldReader, ReadingContext } from '../mapped/import-handler-types.ts'
import type { DayRange } from '../mapped/parse-mixed-values.ts'
import { parseBySchema, parseWholeNumber, parseWord } from '../mapped/parse-values.ts'
import { callOutcomeWords, callReasonWords } from './call-words.ts'

/** What a row says of a call. */
export type CallRow = AgendaPerson & {
  calledOn: string
  /** 'HH:MM'. */
  calledTime: string | null
  outcome: CallOutcome
  reason: CallReason | null
  durationSeconds: number
  attempts: number
  feedback: string
  observations: string
  owner: string | null
}

const readWords = (reading: FieldReader) => ({
  outcome: reading('callOutcome', (text) => parseWord(text, callOutcomeWords)),
  reason: reading('callReason', (text) => parseWord(text, callReasonWords)),
  durationSeconds: reading('duration', parseDuration),
  attempts: reading('attempts', (text) => Number(parseWholeNumber(text, 1, 99))),
  feedback: reading('feedback', parseBySchema(callFields.feedback, 'text')),
  observations: reading('observations', parseBySchema(callFields.observations, 'text')),
  owner: readOwner(reading),
})

/** One row as a call; undefined where something is wrong, which is noted for its field. */
export const readCallRow = (reading: FieldReader, context: ReadingContext): CallRow | undefined => {
  const past: DayRange = { from: `${Number(context.businessDate.slice(0, 4)) - 30}-01-01`, to: context.businessDate }
  const person = readAgendaPerson(reading, context)
  const moment = reading('calledOn', (text) => parseDayAndTime(text, context, past))
  const time = reading('calledTime', parseTimeOfDay)
  const stated = readWords(reading)
  if (!person || !moment || time === undefined || Object.values<unknown>(stated).includes(undefined) || !stated.outcome)
    return undefined
  const row: CallRow = {
    ...person,
    calledOn: moment.day,
    calledTime: time ?? moment.time,
    outcome: stated.outcome,
    reason: stated.reason ?? null,
    durationSeconds: stated.durationSeconds ?? 0,
    attempts: stated.attempts ?? 1,
    feedback: stated.feedback ?? '',
    observations: stated.observations ?? '',
    owner: stated.owner ?? null,
  }
  return row
}
