import { UnstyledButton } from '@mantine/core'
import { shiftDay } from '#rules/calendar.ts'
import '@mantine/schedule/styles.layer.css'
import {
  DayView,
  MonthView,
  type ScheduleEventData,
  type ScheduleLabelsOverride,
  WeekView,
  type WeekViewProps,
} from '@mantine/schedule'
import { type Icon, IconAlertTriangle } from '@tabler/icons-react'
import 'dayjs/locale/es'
import 'dayjs/locale/pt'
import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useFormatters } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { meetingStateStyles } from '#web/domain/meetings/meeting-badges.tsx'
import {
  countDaysBetween,
  countMinutesBetween,
  getLocalTime,
  shiftDateTime,
  splitDateTime,
} from '#web/domain/meetings/meeting-times.ts'
import classes from './calendar.module.css'
import type { AgendaMeeting, ShownAgenda, Times } from './calendar-entries.ts'
import type { CalendarView } from './calendar-state.ts'
import { collapseAllDayEntries, collapseCrowdedMeetings } from './collapse-crowded-meetings.ts'
import { formatGoogleTitle } from './google-title.ts'

type Props = {
  view: Exclude<CalendarView, 'list'>
  date: string
  agenda: ShownAgenda
  showsOwners: boolean
  mayCreate: boolean
  onMove: (meeting: AgendaMeeting, times: Times) => void
  /** A key would move what stays where it is. */
  onImmovable: (meeting: AgendaMeeting) => void
  onOpen: (path: string) => void
  onCreate: (times: Times) => void
  onDay: (day: string) => void
  /** A key moved a meeting to this day, which may not be among those that are shown. */
  onFollow: (day: string) => void
  /** There is no room for all that a day has. */
  onCrowd: (day: string, of: 'meetings' | 'allDay') => void
}

/** What a key does to the meeting that has the focus: minutes of the begin and of the end. */
const keyMoves: Readonly<Record<string, readonly [number, number]>> = {
  'Shift+ArrowUp': [-30, -30],
  'Shift+ArrowDown': [30, 30],
  'Shift+ArrowLeft': [-1440, -1440],
  'Shift+ArrowRight': [1440, 1440],
  '+': [0, 15],
  '-': [0, -15],
}

const findKeyMove = ({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  ctrlKey || metaKey || altKey ? undefined : keyMoves[key.startsWith('Arrow') && shiftKey ? `Shift+${key}` : key]

const toScheduleTime = (dateTime: string): string => `${dateTime.replace('T', ' ')}:00`
const toDateTime = (scheduleTime: string): string => scheduleTime.slice(0, 16).replace(' ', 'T')
const toTimes = (from: string, to: string): Times => ({ startsAt: toDateTime(from), endsAt: toDateTime(to) })

/** What is over and not closed yet asks for somebody. */
const isUnresolved = ({ state, endsAt }: AgendaMeeting, now: string): boolean => state === 'scheduled' && endsAt < now

const getColor = (meeting: AgendaMeeting, now: string): string => {
  if (meeting.state === 'held') return 'var(--pos)'
  if (meeting.state !== 'scheduled') return 'var(--muted)'
  return isUnresolved(meeting, now) ? 'var(--att)' : 'var(--info)'
}

/** A colour alone tells no state: what is not simply to come has a sign as well. */
const findSign = ({ payload }: ScheduleEventData): Icon | undefined => {
  const meeting: AgendaMeeting | undefined = payload?.meeting
  if (payload?.isUnresolved) return IconAlertTriangle
  return meeting && meeting.state !== 'scheduled' ? meetingStateStyles[meeting.state][1] : undefined
}

const allDay = (day: string) => ({ start: `${day} 00:00:00`, end: `${day} 23:59:59` })

/** How many meetings can be read side by side; a month lists them. */
const getMaxColumns = (view: Props['view']): number => {
  const isNarrow = matchMedia('(width <= 640px)').matches
  if (view === 'month') return Number.POSITIVE_INFINITY
  return view === 'week' ? (isNarrow ? 2 : 3) : isNarrow ? 4 : 8
}

/** What else lasts all of a day. */
const countAllDay = ({ holidays, google }: ShownAgenda, day: string): number =>
  holidays.filter(({ on }) => on === day).length +
  google.filter(({ isAllDay, startsAt, endsAt }) => isAllDay && startsAt.slice(0, 10) <= day && day < endsAt).length

const useEvents = (
  { agenda, showsOwners, view }: Pick<Props, 'agenda' | 'showsOwners' | 'view'>,
  now: string,
): ScheduleEventData[] => {
  const { t } = useTranslation('meetings')
  const { shown, folds } = collapseCrowdedMeetings(agenda.meetings, getMaxColumns(view))
  // Only a week has no more than some lines for them.
  const allDayEntries =
    view === 'week'
      ? collapseAllDayEntries(agenda.followUps, (day) => countAllDay(agenda, day))
      : { shown: agenda.followUps, folds: [] }
  const describe = (...words: (string | null | false)[]): string => words.filter(Boolean).join(' · ')
  return [
    ...agenda.holidays.map(({ on, rests }) => ({
      id: `h${on}`,
      title: t(`calendar.rests.${rests}`),
      color: 'gray',
      ...allDay(on),
    })),
    ...allDayEntries.shown.map(({ id, dueOn, subject, personName, ownerName }) => ({
      id: `f${id}`,
      title: describe(`${t('calendar.followUp')}: ${subject}`, personName, showsOwners && ownerName),
      color: 'var(--accent)',
      ...allDay(dueOn),
    })),
    ...allDayEntries.folds.map(({ day, count }) => ({
      id: `y${day}`,
      title: t('calendar.more', { count }),
      color: 'var(--muted)',
      variant: 'outline' as const,
      ...allDay(day),
    })),
    // Drawn first: they lie under what is ours.
    ...agenda.google.map((event) => ({
      id: `g${event.id}`,
      title: event.isAllDay
        ? formatGoogleTitle(t, event)
        : `${event.startsAt.slice(11)} ${formatGoogleTitle(t, event)}`,
      color: 'var(--muted)',
      variant: 'outline' as const,
      ...(event.isAllDay
        ? { start: toScheduleTime(event.startsAt), end: `${shiftDay(event.endsAt.slice(0, 10), -1)} 23:59:59` }
        : { start: toScheduleTime(event.startsAt), end: toScheduleTime(event.endsAt) }),
    })),
    ...shown.map((meeting) => ({
      id: `m${meeting.id}`,
      title: describe(
        `${meeting.startsAt.slice(11)} ${meeting.subject}`,
        meeting.personName,
        meeting.place,
        showsOwners && meeting.ownerName,
        isUnresolved(meeting, now) && t('fields.unresolved'),
        meeting.state !== 'scheduled' && t(`states.${meeting.state}`),
      ),
      color: getColor(meeting, now),
      start: toScheduleTime(meeting.startsAt),
      end: toScheduleTime(meeting.endsAt),
      payload: { meeting, isUnresolved: isUnresolved(meeting, now) },
    })),
    ...folds.map(({ startsAt, endsAt, count }) => ({
      id: `x${startsAt}`,
      title: `${startsAt.slice(11)} ${t('calendar.more', { count })}`,
      color: 'var(--muted)',
      variant: 'outline' as const,
      start: toScheduleTime(startsAt),
      end: toScheduleTime(endsAt),
    })),
  ]
}

const useLabels = (): ScheduleLabelsOverride => {
  const { t } = useTranslation('meetings')
  return {
    week: t('calendar.weekShort'),
    allDay: t('calendar.allDay'),
    weekday: t('calendar.weekday'),
    timeSlot: t('calendar.timeSlot'),
    more: t('calendar.views.list'),
    moreLabel: (count) => t('calendar.more', { count }),
  }
}

const hourHeight = 48

const countMinutes = ({ start, end }: ScheduleEventData): number => {
  const from = splitDateTime(toDateTime(String(start)))
  const to = splitDateTime(toDateTime(String(end)))
  return countDaysBetween(from.day, to.day) * 1440 + countMinutesBetween(from.time, to.time)
}

/** Of one line only. */
const isShort = (event: ScheduleEventData): boolean => countMinutes(event) <= 30

/** How many whole lines there is room for: 8 px are its edge, a line has 13. */
const countLines = (event: ScheduleEventData): number =>
  Math.max(1, Math.floor(((countMinutes(event) / 60) * hourHeight - 8) / 13))

const getMeeting = (event: ScheduleEventData): AgendaMeeting | undefined => event.payload?.meeting
const getMovable = (event: ScheduleEventData): AgendaMeeting | null => {
  const meeting = getMeeting(event)
  return meeting?.isChangeable && meeting.state === 'scheduled' ? meeting : null
}

const renderEventBody = (event: ScheduleEventData) => {
  const Sign = findSign(event)
  return (
    <span className={classes.words} style={{ '--lines': countLines(event) } as CSSProperties}>
      {Sign && <Sign className={classes.sign} size={12} aria-hidden />}
      {event.title}
    </span>
  )
}

/** A meeting that a key moves to another day is drawn anew there: it keeps the focus, until somebody goes elsewhere. */
const useKeptFocus = (): { grid: RefObject<HTMLDivElement | null>; keep: (id: string) => void } => {
  const grid = useRef<HTMLDivElement>(null)
  const kept = useRef<string | null>(null)
  useEffect(() => {
    if (kept.current === null) return
    const { activeElement } = document
    const event = grid.current?.querySelector<HTMLElement>(`[data-event-id="${kept.current}"]`)
    if (activeElement === document.body) event?.focus()
    else if (activeElement !== event) kept.current = null
  })
  return {
    grid,
    keep: (id) => {
      kept.current = id
    },
  }
}

/** Days, weeks and months as a grid: pressed or dragged over for a new meeting, dragged and drawn out to move one, all of it by keys too. */
export default function CalendarGrid({
  view,
  date,
  agenda,
  showsOwners,
  mayCreate,
  onMove,
  onImmovable,
  onOpen,
  onCreate,
  onDay,
  onFollow,
  onCrowd,
}: Props) {
  const language = useSession((state) => state.currentLanguage)
  const timeZone = useSession((state) => state.session?.timeZone ?? 'UTC')
  const events = useEvents({ agenda, showsOwners, view }, getLocalTime(timeZone))
  const labels = useLabels()
  const format = useFormatters()
  const { grid, keep } = useKeptFocus()
  const open = ({ id }: ScheduleEventData): void => {
    const kind = String(id).slice(0, 1)
    if (kind === 'x' || kind === 'y') {
      onCrowd(String(id).slice(1, 11), kind === 'x' ? 'meetings' : 'allDay')
      return
    }
    const path = { m: 'reuniones', f: 'seguimientos' }[kind]
    if (path) onOpen(`/crm/AgendaComercial/${path}/${String(id).slice(1)}`)
  }
  const move = (event: ScheduleEventData, times: Times): void => {
    const meeting = getMovable(event)
    if (meeting && times.endsAt > times.startsAt) onMove(meeting, times)
  }
  const renderEvent: NonNullable<WeekViewProps['renderEvent']> = (event, props) => (
    <UnstyledButton
      {...props}
      data-short={isShort(event) || undefined}
      onKeyDown={(pressed) => {
        const meeting = getMeeting(event)
        const moved = meeting && findKeyMove(pressed)
        if (!moved) return props.onKeyDown?.(pressed)
        pressed.preventDefault()
        pressed.stopPropagation()
        if (!getMovable(event)) return onImmovable(meeting)
        keep(String(event.id))
        const startsAt = shiftDateTime(meeting.startsAt, moved[0])
        move(event, { startsAt, endsAt: shiftDateTime(meeting.endsAt, moved[1]) })
        onFollow(startsAt.slice(0, 10))
      }}
    />
  )
  const shared = {
    date,
    events,
    labels,
    locale: language === 'portuguese' ? 'pt' : language === 'english' ? 'en' : 'es',
    radius: 4,
    withHeader: false,
    // As all other screens shorten them.
    weekdayFormat: (day: string) => format.weekday(day.slice(0, 10), 'short'),
    renderEvent,
    renderEventBody,
    onEventClick: open,
    withEventsDragAndDrop: true,
    canDragEvent: (event: ScheduleEventData) => getMovable(event) !== null,
    onEventDrop: ({ event, newStart, newEnd }: { event: ScheduleEventData; newStart: string; newEnd: string }) =>
      move(event, toTimes(newStart, newEnd)),
  }
  if (view === 'month')
    return (
      <div ref={grid} className={classes.grid}>
        <MonthView
          {...shared}
          bg="var(--surface)"
          firstDayOfWeek={1}
          highlightToday
          withWeekNumbers
          onDayClick={(day) => onDay(day)}
          onWeekNumberClick={(day) => onDay(day)}
        />
      </div>
    )
  const timed = {
    ...shared,
    slotHeight: hourHeight,
    intervalMinutes: 30,
    eventDragInterval: 15,
    eventResizeInterval: 15,
    // What lasts all day stays in sight, and covers what stands under it.
    startScrollTime: '06:00:00',
    // A day is longer than the window: it scrolls by itself, so that the days stay in sight above.
    scrollAreaProps: { mah: 'max(420px, calc(100vh - 290px))' },
    getCurrentTime: () => getLocalTime(timeZone),
    highlightBusinessHours: true,
    businessHours: ['09:00:00', '18:00:00'] as [string, string],
    withEventResize: true,
    canResizeEvent: (event: ScheduleEventData) => getMovable(event) !== null,
    onEventResize: shared.onEventDrop,
    ...(mayCreate && {
      onTimeSlotClick: ({ slotStart }: { slotStart: string }) =>
        onCreate({ startsAt: toDateTime(slotStart), endsAt: shiftDateTime(toDateTime(slotStart), 60) }),
      withDragSlotSelect: true,
      onSlotDragEnd: (from: string, to: string) => onCreate(toTimes(from, to)),
    }),
  }
  return (
    <div ref={grid} className={classes.grid}>
      {view === 'day' ? (
        <DayView {...timed} classNames={{ dayViewAllDay: classes.dayAllDay!, dayViewSlotLabel: classes.dayLabel! }} />
      ) : (
        <WeekView {...timed} classNames={{ weekViewAllDaySlots: classes.allDay! }} firstDayOfWeek={1} highlightToday />
      )}
    </div>
  )
}
