import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { listApprovals } from '#contract/approvals.ts'
import { listContributions } from '#contract/contributions.ts'
import { getFigure } from '#contract/figures.ts'
import { listFollowUps } from '#contract/follow-ups.ts'
import { listMaturities } from '#contract/maturities.ts'
import { listMeetings } from '#contract/meetings.ts'
import { listOpenings } from '#contract/openings.ts'
import { listPayments } from '#contract/payments.ts'
import type { ModuleKey } from '#contract/permissions.ts'
import { listReviews } from '#contract/reviews.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { useFormatters } from '#web/core/format.ts'
import { useLiveNotifications } from '#web/core/live-notifications.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermissionCheck } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderLinkedAmount } from '#web/domain/linked-value.tsx'
import tables from '#web/domain/numbers-table.module.css'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './income-dashboard.module.css'

type Waiting = { total: number; amount: string | null }
type LineProps = {
  name: string
  /** Undefined until it is there; null where it could not be counted. */
  waiting: Waiting | null | undefined
  /** Its list; null of what has none. */
  path: string | null
  children: (count: string) => ReactNode
}

const InboxLine = ({ name, waiting, path, children }: LineProps) => {
  const { t } = useTranslation(['income-dashboard', 'figures', 'list'])
  const format = useFormatters()
  if (waiting === undefined)
    return (
      <tr>
        <th scope="row">{name}</th>
        <td aria-busy>
          <span className={classes.bone} role="status" aria-label={t('list:loading')} />
        </td>
        <td />
      </tr>
    )
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        {waiting === null ? t('figures:failed') : waiting.total === 0 ? '–' : children(format.number(waiting.total))}
      </td>
      <td>{waiting?.amount && waiting.total > 0 ? renderLinkedAmount(format, waiting.amount, path) : ''}</td>
    </tr>
  )
}

/** As its list counts it, with the same filters. */
const useApprovalsWaiting = () =>
  useQuery({ ...buildQueryOptions(listApprovals.count, { query: { box: 'waiting' } }), select: toCount })
const useWithdrawals = () =>
  useQuery({
    ...buildQueryOptions(listPayments.count, { query: { holds: 'true', kind: 'withdrawal' } }),
    select: ({ total, totals }): Waiting => ({ total, amount: totals.amount }),
  })
const useUninstructed = (days: { from: string; to: string }) =>
  useQuery({
    ...buildQueryOptions(getFigure, { params: { figure: 'uninstructed' }, query: { range: 'custom', ...days } }),
    select: ({ figure }): Waiting => ({ total: figure.count, amount: figure.amount }),
  })
const useSuspended = () =>
  useQuery({
    ...buildQueryOptions(listMaturities.count, { query: { view: 'parked' } }),
    select: ({ total, totals }): Waiting => ({ total, amount: totals.balance }),
  })
const useOpenings = () =>
  useQuery({
    ...buildQueryOptions(listOpenings.count, { query: {} }),
    select: ({ total, totals }): Waiting => ({ total, amount: totals.missing }),
  })
const useContributions = () =>
  useQuery({
    ...buildQueryOptions(listContributions.count, { query: { confirmation: 'overdue' } }),
    select: ({ total, totals }): Waiting => ({ total, amount: totals.amount }),
  })
const useFollowUps = () =>
  useQuery({ ...buildQueryOptions(listFollowUps.count, { query: { overdue: 'true' } }), select: toCount })
const useMeetings = () =>
  useQuery({ ...buildQueryOptions(listMeetings.count, { query: { unresolved: 'true' } }), select: toCount })
const useReviews = () =>
  useQuery({ ...buildQueryOptions(listReviews.count, { query: { overdue: 'true' } }), select: toCount })

function toCount({ total }: { total: number }): Waiting {
  return { total, amount: null }
}

type Counted = { data?: Waiting | undefined; error: unknown }
type CountedLineProps = { name: string; path: string; useWaiting: () => Counted }

/** Each is asked for by itself, so that the others don't wait. */
const CountedLine = ({ name, path, useWaiting }: CountedLineProps) => {
  const { data, error } = useWaiting()
  return (
    <InboxLine name={name} waiting={error ? null : data} path={path}>
      {(count) => (
        <Link to={path} aria-label={`${name}: ${count}`}>
          {count}
        </Link>
      )}
    </InboxLine>
  )
}

/** What one was told and has not read: the list under the bell. */
const NotificationLine = () => {
  const { t } = useTranslation('income-dashboard')
  const unread = useLiveNotifications((state) => state.unread)
  const openBell = (): void => document.querySelector<HTMLElement>('[data-tour="notifications"]')?.click()
  return (
    <InboxLine name={t('box.notifications')} waiting={{ total: unread, amount: null }} path={null}>
      {(count) => (
        <UnstyledButton className={classes.bell!} aria-label={`${t('box.notifications')}: ${count}`} onClick={openBell}>
          {count}
        </UnstyledButton>
      )}
    </InboxLine>
  )
}

type Line = { key: BoxKey; module: ModuleKey; path: string; useWaiting: () => Counted }
type BoxKey =
  | 'approvals'
  | 'withdrawals'
  | 'uninstructed'
  | 'suspended'
  | 'openings'
  | 'contributions'
  | 'followUps'
  | 'meetings'
  | 'reviews'

const daysAhead = 90

const listLines = (today: string): Line[] => {
  const from = toIsoDate(parseDay(today) + 1)
  const to = toIsoDate(parseDay(today) + daysAhead)
  return [
    { key: 'approvals', module: 'bt_Aprobaciones', path: '/crm/Aprobaciones', useWaiting: useApprovalsWaiting },
    {
      key: 'withdrawals',
      module: 'bt_Retiradas',
      path: '/crm/Retiradas?holds=true&kind=withdrawal',
      useWaiting: useWithdrawals,
    },
    {
      key: 'uninstructed',
      module: 'bt_Vencimientos',
      path: `/crm/cifras/uninstructed?range=custom&from=${from}&to=${to}`,
      useWaiting: () => useUninstructed({ from, to }),
    },
    { key: 'suspended', module: 'bt_Vencimientos', path: '/crm/Vencimientos?view=parked', useWaiting: useSuspended },
    { key: 'openings', module: 'bt_Pendientes', path: '/crm/Pendientes', useWaiting: useOpenings },
    {
      key: 'contributions',
      module: 'bt_Ingresos',
      path: '/crm/Ingresos?confirmation=overdue',
      useWaiting: useContributions,
    },
    {
      key: 'followUps',
      module: 'bt_AgendaComercial',
      path: '/crm/AgendaComercial/seguimientos?overdue=true',
      useWaiting: useFollowUps,
    },
    {
      key: 'meetings',
      module: 'bt_AgendaComercial',
      path: '/crm/AgendaComercial/reuniones?unresolved=true',
      useWaiting: useMeetings,
    },
    {
      key: 'reviews',
      module: 'bt_AgendaComercial',
      path: '/crm/AgendaComercial/revisiones?overdue=true',
      useWaiting: useReviews,
    },
  ]
}

/** What waits for the caller and their team: as many as the list says that each line opens. */
export const TeamInbox = ({ today }: { today: string }) => {
  const { t } = useTranslation('income-dashboard')
  const may = usePermissionCheck()
  const lines = listLines(today).filter(
    ({ key, module }) => may(module, 'view') && (key !== 'uninstructed' || may('bt_Dashboard1', 'view')),
  )
  return (
    <Section title={t('inbox')} description={t('inboxLead')}>
      <ScrollFrame label={t('inbox')}>
        <table className={tables.numbers} aria-label={t('inbox')}>
          <thead>
            <tr>
              <th scope="col">{t('what')}</th>
              <th scope="col">{t('waiting')}</th>
              <th scope="col">{t('sum')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, path, useWaiting }) => (
              <CountedLine key={key} name={t(`box.${key}`)} path={path} useWaiting={useWaiting} />
            ))}
            <NotificationLine />
          </tbody>
        </table>
      </ScrollFrame>
    </Section>
  )
}
