import { tenantFacts } from '#contract/core/tenants.ts'
import type { MeetingStage, MeetingState } from '#contract/meetings/words.ts'
import { meetingFields } from '#contract/meetings.ts'
import { toInstant } from '#rules/zoned-time.ts'
import { type AgendaPerson, readAgendaPerson } from '../agenda/agenda-people.ts'
import { readOwner } from '../agenda/named-owners.ts'
import { parseDayAndTime, parseDuration, parseTimeOfDay } from '../agenda/parse-time.ts'
import type { FieldReader, ReadingContext } from '../mapped/import-handler-types.ts'
import type { DayRange } from '../mapped/parse-mixed-values.ts'
import { parseBySchema, parseWord } from '../mapped/parse-values.ts'

/** What a row says of a meeting. */
export type MeetingRow = AgendaPerson & {
  subject: string
  /** By the firm's clock. */
  meetingOn: string
  /** Moments, ISO 8601 in UTC. */
  startsAt: string
  endsAt: string
  stage: MeetingStage | null
  state: MeetingState
  result: string
  place: string
  link: string
  note: string
  owner: string | null
}

const stateWords: Record<MeetingState, readonly string[]> = {
  scheduled: [
    'planificada',
    'programada',
    'prevista',
    'pendiente',
    'confirmada',
    'agendada',
    'pendente',
    'planned',
    'confirmed',
  ],
  held: ['celebrada', 'realizada', 'hecha', 'finalizada', 'completada', 'concluida', 'done', 'completed'],
  no_show: ['no se presento', 'no asiste', 'no acude', 'ausente', 'nao compareceu', 'faltou', 'missed', 'noshow'],
  canceled: ['cancelada', 'anulada', 'suspendida', 'cancelled'],
}
const stageWords: Record<MeetingStage, readonly string[]> = {
  r1: ['revision 1', 'primera revision'],
  r2: ['revision 2', 'segunda revision'],
  r3: ['revision 3', 'tercera revision'],
  r4: ['revision 4', 'cuarta revision'],
}

/** Without an end and a length it lasts as long as the form proposes. */
const usualMinutes = 60
const dayMs = 24 * 3_600_000

const readOtherFields = (reading: FieldReader) => ({
  stage: reading('review', (text) => parseWord(text, stageWords)),
  state: reading('meetingState', (text) => parseWord(text, stateWords)),
  result: reading('result', parseBySchema(meetingFields.note, 'text')),
  place: reading('place', parseBySchema(meetingFields.place, 'text')),
  link: reading('link', parseBySchema(meetingFields.link, 'invalid')),
  note: reading('note', parseBySchema(meetingFields.note, 'text')),
  owner: readOwner(reading),
})

const readTimes = (
  reading: FieldReader,
  context: ReadingContext,
): Pick<MeetingRow, 'meetingOn' | 'startsAt' | 'endsAt'> | undefined => {
  const { prefix, businessDate, refuse } = context
  const year = Number(businessDate.slice(0, 4))
  const range: DayRange = { from: `${year - 30}-01-01`, to: `${year + 10}-12-31` }
  const moment = reading('meetingOn', (text) => parseDayAndTime(text, context, range))
  const start = reading('startTime', parseTimeOfDay)
  const end = reading('endTime', parseTimeOfDay)
  const seconds = reading('duration', parseDuration)
  if (!moment || start === undefined || end === undefined || seconds === undefined) return undefined
  const time = start ?? moment.time
  if (time === null) {
    refuse('startTime', 'missing')
    return undefined
  }
  const { timeZone } = tenantFacts[prefix]
  const startsAt = toInstant(`${moment.day}T${time}`, timeZone)
  const startMs = Date.parse(startsAt)
  const endMs =
    end === null
      ? startMs + (seconds ?? usualMinutes * 60) * 1000
      : Date.parse(toInstant(`${moment.day}T${end}`, timeZone))
  if (endMs <= startMs || endMs - startMs > dayMs) {
    refuse(end === null ? 'duration' : 'endTime', 'invalid')
    return undefined
  }
  return { meetingOn: moment.day, startsAt, endsAt: new Date(endMs).toISOString() }
}

/** A review says what came of it, and a cancelled meeting why. */
const needsResult = (state: MeetingState, stage: MeetingStage | null): boolean =>
  state === 'canceled' || (state === 'held' && stage !== null)

/** One row as a meeting; undefined where something is wrong, which is noted for its field. */
export const readMeetingRow = (reading: FieldReader, context: ReadingContext): MeetingRow | undefined => {
  const subject = reading('subject', parseBySchema(meetingFields.subject, 'text'))
  const person = readAgendaPerson(reading, context)
  const times = readTimes(reading, context)
  const stated = readOtherFields(reading)
  if (!subject || !person || !times || Object.values<unknown>(stated).includes(undefined)) return undefined
  const stage = stated.stage ?? null
  const state = stated.state ?? 'scheduled'
  const result = state === 'scheduled' ? '' : (stated.result ?? '')
  if (needsResult(state, stage) && result.length < 3) {
    context.refuse('result', 'missing')
    return undefined
  }
  const row: MeetingRow = {
    ...person,
    ...times,
    subject,
    stage,
    state,
    result,
    place: stated.place ?? '',
    link: stated.link ?? '',
    note: stated.note ?? '',
    owner: stated.owner ?? null,
  }
  return row
}
