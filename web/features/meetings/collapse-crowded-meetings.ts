import type { AgendaMeeting, Times } from './calendar-entries.ts'

/** Meetings for which no room is left, as one entry. */
type Fold = Times & { count: number }

const findLatestEnd = (meetings: readonly Times[]): string =>
  meetings.reduce((latest, { endsAt }) => (endsAt > latest ? endsAt : latest), '')

/** Meetings that stand beside each other: each overlaps with another one of its group. */
const groupOverlapping = (meetings: readonly AgendaMeeting[]): AgendaMeeting[][] => {
  const groups: AgendaMeeting[][] = []
  let latestEnd = ''
  for (const meeting of meetings.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))) {
    const last = groups.at(-1)
    if (last && meeting.startsAt < latestEnd) {
      last.push(meeting)
      if (meeting.endsAt > latestEnd) latestEnd = meeting.endsAt
    } else {
      groups.push([meeting])
      latestEnd = meeting.endsAt
    }
  }
  return groups
}

/** Each in the first column that is free by then. */
const placeInColumns = (group: readonly AgendaMeeting[]): AgendaMeeting[][] => {
  const columns: AgendaMeeting[][] = []
  for (const meeting of group) {
    // Nothing in a column overlaps, so its last one ends last.
    const free = columns.find((column) => column.at(-1)!.endsAt <= meeting.startsAt)
    if (free) free.push(meeting)
    else columns.push([meeting])
  }
  return columns
}

/** Meetings of a team side by side, as far as they can be read: what doesn't fit in so many columns is gathered in the last one. */
export const collapseCrowdedMeetings = (
  meetings: readonly AgendaMeeting[],
  maxColumns: number,
): { shown: AgendaMeeting[]; folds: Fold[] } => {
  const shown: AgendaMeeting[] = []
  const folds: Fold[] = []
  for (const group of groupOverlapping(meetings)) {
    const columns = placeInColumns(group)
    const fitting = columns.length > maxColumns ? columns.slice(0, maxColumns - 1) : columns
    shown.push(...fitting.flat())
    for (const crowd of groupOverlapping(columns.slice(fitting.length).flat())) {
      if (crowd.length === 1) shown.push(...crowd)
      else folds.push({ startsAt: crowd[0]!.startsAt, endsAt: findLatestEnd(crowd), count: crowd.length })
    }
  }
  return { shown, folds }
}

/** What lasts all day has this many lines in a week. */
const allDayLines = 2

/** What lasts all day and fits in the lines of its day, and how much more each day has. `linesTaken`: by what else stands there. */
export const collapseAllDayEntries = <T extends { dueOn: string }>(
  entries: readonly T[],
  linesTaken: (day: string) => number,
): { shown: T[]; folds: { day: string; count: number }[] } => {
  const shown: T[] = []
  const folds: { day: string; count: number }[] = []
  for (const day of new Set(entries.map(({ dueOn }) => dueOn))) {
    const ofDay = entries.filter(({ dueOn }) => dueOn === day)
    const lines = Math.max(1, allDayLines - linesTaken(day))
    const fitting = ofDay.length > lines ? ofDay.slice(0, lines - 1) : ofDay
    shown.push(...fitting)
    if (fitting.length < ofDay.length) folds.push({ day, count: ofDay.length - fitting.length })
  }
  return { shown, folds }
}
