import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDeviceMobile, IconPlus, IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { getContactOptions } from '#contract/contacts.ts'
import { type GoogleEvent, type GoogleEvents, getGoogleEvents } from '#contract/google-calendar.ts'
import { getAgenda } from '#contract/meetings.ts'
import { shiftDay } from '#rules/calendar.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildPartQuery, buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useAddress } from '#web/core/use-address.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { AgendaTabs } from '#web/domain/agenda/agenda-tabs.tsx'
import type { MeetingStart } from '#web/domain/meetings/meeting-form-values.ts'
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { useKeyBindings } from '#web/ui/list/use-key-bindings.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { Notice } from '#web/ui/status-messages.tsx'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import classes from './calendar.module.css'
import { applyMoves } from './calendar-entries.ts'
import { CalendarList } from './calendar-list.tsx'
import {
  type CalendarState,
  type CalendarView,
  calendarViews,
  findCalendarDays,
  isDayShown,
  readCalendarState,
  shiftCalendarDate,
  writeCalendarState,
} from './calendar-state.ts'
import { useMeetingMoves } from './use-meeting-moves.tsx'

const LazyCalendarGrid = lazy(() => import('./calendar-grid.tsx'))
const LazyFeedDialog = lazy(() => import('./feed-dialog.tsx'))
const LazyMeetingDialog = lazy(() => import('#web/domain/meetings/meeting-dialog.tsx'))

const contactOptionsQuery = { ...buildQueryOptions(getContactOptions, {}), staleTime: 60_000 }

const useCalendarState = (): [CalendarState, (change: Partial<CalendarState>) => void] => {
  const today = useSession((state) => state.session?.businessDate ?? '')
  const [params, change] = useAddress()
  // A grid of seven days is too narrow for a telephone.
  const [defaultView] = useState<CalendarView>(() => (matchMedia('(width <= 640px)').matches ? 'list' : 'week'))
  const defaults = { today, defaultView } as const
  const state = readCalendarState(params, defaults)
  const changeState = (some: Partial<CalendarState>): void =>
    change((now) => writeCalendarState({ ...readCalendarState(now, defaults), ...some }, defaults))
  return [state, changeState]
}

const useAgendaQuery = ({ view, date, whose }: CalendarState) => {
  const { from, days } = findCalendarDays({ view, date })
  return useQuery({
    ...buildPartQuery(getAgenda, {
      query: {
        from,
        days,
        ...(whose === 'team' && { team: 'true' }),
        ...(typeof whose === 'object' && { owner: whose.owner }),
      },
    }),
    placeholderData: keepPreviousData,
  })
}

/** What stretch is shown, in words. */
const useStretchText = ({ view, date }: CalendarState): string => {
  const format = useFormatters()
  if (view === 'day') return `${format.weekday(date)} ${format.date(date)}`
  if (view === 'month') return format.month(date)
  const { from, days } = findCalendarDays({ view, date })
  return `${format.date(from)} – ${format.date(shiftDay(from, days - 1))}`
}

const noEvents: readonly GoogleEvent[] = []

/** What Google has lies over the agenda of one person; it comes when it comes, and keeps nothing waiting. */
const useGoogleEvents = ({ view, date, whose, showsGoogle }: CalendarState) => {
  const { from, days } = findCalendarDays({ view, date })
  const { data } = useQuery({
    ...buildQueryOptions(getGoogleEvents, {
      query: { from, days, ...(typeof whose === 'object' && { owner: whose.owner }) },
    }),
    placeholderData: keepPreviousData,
    enabled: showsGoogle && whose !== 'team',
  })
  return showsGoogle && whose !== 'team' ? data : undefined
}

/** What is known of Google, beside the days: how old it is, or what to do about it. In a line of its own it would push the grid down when it comes. */
const GoogleLine = ({ google, isOwn }: { google: GoogleEvents; isOwn: boolean }) => {
  const { t } = useTranslation('meetings')
  const format = useFormatters()
  const mayConnect = usePermission('bt_Calendario', 'view')
  const { isConfigured, knowledge, syncedAt, problem } = google
  if (!isConfigured || (knowledge === 'none' && !(isOwn && mayConnect))) return null
  const link = (label: string) => mayConnect && <Link to="/crm/Calendario">{label}</Link>
  const at = syncedAt ? format.relative(syncedAt) : ''
  return (
    <span role="status" className={classes.google}>
      {' · '}
      {knowledge === 'none' && link(t('google.connect'))}
      {knowledge === 'fresh' && (syncedAt ? t('google.fresh', { at }) : t('google.live'))}
      {knowledge === 'stale' && t('google.stale', { at })}
      {knowledge === 'unknown' && t(problem || !isOwn ? 'google.unknown' : 'google.reading')}{' '}
      {isOwn && problem && link(t('google.mend'))}
    </span>
  )
}

type ToolsProps = {
  state: CalendarState
  change: (change: Partial<CalendarState>) => void
  /** Whether there is anything of Google to show or hide. */
  hasGoogle: boolean
  onFeed: () => void
}

const CalendarTools = ({ state, change, hasGoogle, onFeed }: ToolsProps) => {
  const { t } = useTranslation('meetings')
  const today = useSession((session) => session.session?.businessDate ?? '')
  const { data: options } = useQuery(contactOptionsQuery)
  const others = (options?.owners ?? []).filter(({ id }) => id !== options?.me)
  const { whose } = state
  return (
    <div className={classes.tools}>
      <div className={classes.steps}>
        <Button variant="default" onClick={() => change({ date: today })}>
          {t('calendar.today')}
        </Button>
        <Button
          variant="default"
          aria-label={t('calendar.previous')}
          title={`${t('calendar.previous')}  k`}
          onClick={() => change({ date: shiftCalendarDate(state, -1) })}
        >
          <IconChevronLeft size={16} aria-hidden />
        </Button>
        <Button
          variant="default"
          aria-label={t('calendar.next')}
          title={`${t('calendar.next')}  j`}
          onClick={() => change({ date: shiftCalendarDate(state, 1) })}
        >
          <IconChevronRight size={16} aria-hidden />
        </Button>
      </div>
      <ChoiceButtons
        label={t('calendar.views.label')}
        options={calendarViews.map((value) => ({ value, label: t(`calendar.views.${value}`) }))}
        value={state.view}
        onPick={(view) => change({ view })}
      />
      <Button
        className={classes.print}
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => print()}
      >
        {t('calendar.print')}
      </Button>
      <Button
        className={classes.feed}
        variant="default"
        leftSection={<IconDeviceMobile size={16} aria-hidden />}
        onClick={onFeed}
      >
        {t('feed.action')}
      </Button>
      {/* Known later than the page: at the end nothing makes room for them. */}
      {whose !== 'team' && hasGoogle && (
        <Checkbox
          label={t('google.show')}
          checked={state.showsGoogle}
          onChange={({ currentTarget: { checked } }) => change({ showsGoogle: checked })}
        />
      )}
      {others.length > 0 && (
        <NativeSelect
          aria-label={t('calendar.whose')}
          value={typeof whose === 'object' ? whose.owner : whose}
          onChange={({ currentTarget: { value } }) =>
            change({ whose: value === 'mine' || value === 'team' ? value : { owner: value } })
          }
          data={[
            { value: 'mine', label: t('calendar.mine') },
            { value: 'team', label: t('calendar.team') },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </div>
  )
}

/** Meetings and follow-ups by day, week, month or as a list: one's own, of somebody in reach, or of a team. */
export default function CalendarScreen() {
  const { t } = useTranslation(['meetings', 'shell'])
  const mayCreate = usePermission('bt_AgendaComercial', 'create')
  const navigate = useNavigate()
  const [state, change] = useCalendarState()
  const { data, error, refetch } = useAgendaQuery(state)
  const google = useGoogleEvents(state)
  const messages = useResultMessage()
  const { moves, move, dialog } = useMeetingMoves(messages)
  const [isSubscribing, setSubscribing] = useState(false)
  const [start, setStart] = useState<MeetingStart | null>(null)
  const today = useSession((session) => session.session?.businessDate ?? '')
  useKeyBindings({
    t: () => change({ date: today }),
    j: () => change({ date: shiftCalendarDate(state, 1) }),
    k: () => change({ date: shiftCalendarDate(state, -1) }),
    ...(mayCreate && { n: () => setStart({}) }),
  })
  const agenda = data && {
    ...data,
    meetings: applyMoves(data.meetings, moves),
    google: google?.events ?? noEvents,
  }
  const create = (times: MeetingStart): void =>
    setStart({ ...times, ...(typeof state.whose === 'object' && { ownerId: state.whose.owner }) })
  return (
    <div className={layoutClasses.tightStack}>
      <PageHead
        title={t('shell:screens.agenda')}
        context={
          <>
            {useStretchText(state)}
            {google && <GoogleLine google={google} isOwn={state.whose === 'mine'} />}
          </>
        }
        hasLongContext
        isCompact
        action={
          mayCreate && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => create({})}>
              {t('add.action')}
            </Button>
          )
        }
      />
      <AgendaTabs current="calendar" />
      <CalendarTools
        state={state}
        change={change}
        hasGoogle={!state.showsGoogle || (google !== undefined && google.knowledge !== 'none')}
        onFeed={() => setSubscribing(true)}
      />
      <div>
        <ResultMessage messages={messages} />
        {agenda?.more && <Notice>{t('calendar.tooMany')}</Notice>}
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      </div>
      {agenda && state.view === 'list' && <CalendarList agenda={agenda} />}
      {agenda && state.view !== 'list' && (
        <>
          <Suspense fallback={<div className={classes.grid} />}>
            <LazyCalendarGrid
              view={state.view}
              date={state.date}
              agenda={agenda}
              showsOwners={state.whose === 'team'}
              mayCreate={mayCreate}
              onMove={move}
              onImmovable={({ state: reached, subject }) =>
                messages.show({ text: t(reached === 'scheduled' ? 'move.notYours' : 'move.closed', { subject }) })
              }
              onOpen={(path) => void navigate(path)}
              onCreate={create}
              onDay={(day) => change({ view: 'day', date: day })}
              onFollow={(day) => {
                if (!isDayShown(state, day)) change({ date: day })
              }}
              onCrowd={(day, of) =>
                change({ view: of === 'meetings' && state.view === 'week' ? 'day' : 'list', date: day })
              }
            />
            <p className={classes.keys}>{t('calendar.keys')}</p>
          </Suspense>
          <div className={classes.printed}>
            <CalendarList agenda={agenda} />
          </div>
        </>
      )}
      {dialog}
      {isSubscribing && (
        <Suspense>
          <LazyFeedDialog onDone={(text) => messages.show({ text })} onClose={() => setSubscribing(false)} />
        </Suspense>
      )}
      {start && (
        <Suspense>
          <LazyMeetingDialog
            person={null}
            start={start}
            onDone={(text) => messages.show({ text })}
            onClose={() => setStart(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
