import { Button, CloseButton, UnstyledButton } from '@mantine/core'
import {
  IconArrowsExchange,
  IconAt,
  IconChecklist,
  IconDeviceLaptop,
  IconKey,
  IconLockAccess,
  IconShieldCheck,
  IconShieldLock,
  IconTool,
  IconUserCheck,
  IconUserExclamation,
  IconUserShare,
} from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { notificationEntries } from '#contract/all-messages.ts'
import { approvalCheckNames, approvalTaskNames } from '#contract/approvals.ts'
import type { NotificationEntry, NotificationIcon, ParameterFormat } from '#contract/core/messages.ts'
import { listNotifications, markNotificationsRead, type Notification } from '#contract/notifications.ts'
import { roles } from '#contract/permissions.ts'
import { recordEntities } from '#contract/records.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { setUnreadCount, useLiveNotifications } from '#web/core/live-notifications.ts'
import { useApprovalTexts } from '#web/domain/approval-texts.ts'
import { useUserAgentText } from '#web/features/personal-area/user-agent-text.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import classes from './notifications.module.css'

const notificationIcons: Record<NotificationIcon, ComponentType<{ size?: number; stroke?: number }>> = {
  assignment: IconUserCheck,
  attention: IconUserExclamation,
  change: IconChecklist,
  device: IconDeviceLaptop,
  factor: IconShieldLock,
  handover: IconArrowsExchange,
  key: IconKey,
  maintenance: IconTool,
  mention: IconAt,
  rights: IconLockAccess,
  rules: IconShieldCheck,
  substitution: IconUserShare,
}

const approvalOutcomes = ['approved', 'rejected', 'expired'] as const

const notificationsQueryKey = [listNotifications.path]

/** All pages that were asked for, with what came since in front, none twice. */
const useNotifications = () => {
  const news = useLiveNotifications((state) => state.news)
  const notificationsQuery = useInfiniteQuery({
    queryKey: notificationsQueryKey,
    queryFn: async ({ pageParam, signal }) => {
      const page = await callEndpoint(listNotifications, { query: pageParam ? { before: pageParam } : {} }, { signal })
      setUnreadCount(page)
      return page
    },
    initialPageParam: '',
    getNextPageParam: (page) => (page.more ? page.notifications.at(-1)?.id : undefined),
    // What was told meanwhile by another tab stands in the news.
    staleTime: 0,
  })
  const listed = notificationsQuery.data?.pages.flatMap((page) => page.notifications) ?? []
  const known = new Set(listed.map(({ id }) => id))
  const all = notificationsQuery.data ? [...news.filter(({ id }) => !known.has(id)).reverse(), ...listed] : undefined
  return { ...notificationsQuery, all }
}

/** Whom a change is about, where the server has named them. */
const pickNamedParties = ({ aboutName, clientCvl }: Notification['params']) => ({
  aboutName: aboutName ?? null,
  clientCvl: clientCvl ?? null,
})

type ParameterFormatter = (value: string, params: Notification['params']) => string

/** How each kind of parameter is shown. */
const useParameterFormatters = (): Record<ParameterFormat, ParameterFormatter> => {
  const { t } = useTranslation(['notifications', 'shell'])
  const format = useFormatters()
  const agentText = useUserAgentText()
  const words = useApprovalTexts()
  return {
    text: (value) => value || '–',
    number: (value) => format.number(Number(value || 0)),
    date: (value) => format.date(value || null),
    dateTime: (value) => format.dateTime(value || null),
    role: (value) => {
      const role = roles.find((one) => one === value)
      return role ? t(`shell:roles.${role}`) : '–'
    },
    browser: (value) => agentText(value || null),
    factor: (way, { name }) => (way === 'passkey' ? t('ways.passkey', { name }) : t('ways.app')),
    check: (value) => {
      const check = approvalCheckNames.find((one) => one === value)
      return check ? words.check(check) : '–'
    },
    outcome: (value) => {
      const outcome = approvalOutcomes.find((one) => one === value)
      return outcome ? t(`outcomes.${outcome}`) : '–'
    },
    record: (value, { name }) => {
      const entity = recordEntities.find((one) => one === value)
      return entity ? t(`records.${entity}`, { name }) : '–'
    },
    change: (_, params) => {
      const task = approvalTaskNames.find((name) => name === params.task)
      return task ? words.what({ task, params, ...pickNamedParties(params) }) : '–'
    },
  }
}

const useNotificationText = () => {
  const { t } = useTranslation('notifications')
  const formatters = useParameterFormatters()
  return ({ kind, params }: Notification): { title: string; text: string } => {
    const entry: NotificationEntry = notificationEntries[kind]
    const words = Object.fromEntries(
      Object.entries(entry.params).map(([name, shown]) => [name, formatters[shown](params[name] ?? '', params)]),
    )
    const isVariant =
      entry.variant && Object.entries(entry.variant.where).every(([name, value]) => (params[name] ?? '') === value)
    // Of texts that are chosen by data the compiler can't know that they are there; a test holds them against the entries.
    const say = t as (key: string, values: Record<string, string>) => string
    const text = say(`kinds.${kind}.${isVariant ? entry.variant!.text : 'text'}`, words)
    const title = say(`kinds.${kind}.title`, words)
    return { title, text: params.message ? `${params.message} ${text}` : text }
  }
}

type NotificationRowProps = { notification: Notification; today: boolean; onOpen: () => void }

const NotificationRow = ({ notification, today, onOpen }: NotificationRowProps) => {
  const { t } = useTranslation('notifications')
  const format = useFormatters()
  const told = useNotificationText()(notification)
  const Icon = notificationIcons[notificationEntries[notification.kind].sign]
  const unread = notification.readAt === null
  return (
    <li>
      <UnstyledButton className={classes.row} data-unread={unread || undefined} onClick={onOpen}>
        <span className={classes.icon} aria-hidden>
          <Icon size={18} stroke={1.6} />
        </span>
        <span className={classes.words}>
          <span className={classes.rowTitle}>
            {told.title}
            {unread && <span className={classes.new}>{t('unread')}</span>}
          </span>
          <span>{told.text}</span>
          <time dateTime={notification.at} title={format.dateTime(notification.at)}>
            {today ? format.relative(notification.at) : format.dateTime(notification.at).slice(-5)}
          </time>
        </span>
      </UnstyledButton>
    </li>
  )
}

/** The notifications of each day of the prefix, in the order in which they come. */
const useGroupByDay = () => {
  const { dateTime } = useFormatters()
  const dayOf = (instant: string): string => dateTime(instant).slice(0, 10)
  return (all: readonly Notification[]): [day: string, told: Notification[]][] => {
    const days = new Map<string, Notification[]>()
    for (const one of all) days.set(dayOf(one.at), [...(days.get(dayOf(one.at)) ?? []), one])
    return [...days]
  }
}

/** 'dd/mm/aaaa' of so many days ago, by the calendar of the prefix. */
const useFormatDayAgo = () => {
  const { dateTime, date } = useFormatters()
  const [day, month, year] = dateTime(new Date().toISOString()).slice(0, 10).split('/').map(Number)
  return (ago: number): string => date(new Date(Date.UTC(year!, month! - 1, day! - ago)).toISOString().slice(0, 10))
}

type NotificationDaysProps = { all: readonly Notification[]; onOpen: (notification: Notification) => void }

const NotificationDays = ({ all, onOpen }: NotificationDaysProps) => {
  const { t } = useTranslation('notifications')
  const days = useGroupByDay()(all)
  const ago = useFormatDayAgo()
  const [today, yesterday] = [ago(0), ago(1)]
  return days.map(([day, told]) => (
    <section key={day} aria-label={day}>
      <h3 className={classes.day}>{day === today ? t('today') : day === yesterday ? t('yesterday') : day}</h3>
      <ul className={classes.list}>
        {told.map((one) => (
          <NotificationRow key={one.id} notification={one} today={day === today} onOpen={() => onOpen(one)} />
        ))}
      </ul>
    </section>
  ))
}

type Props = { onLeave: () => void; withClose?: boolean }

/** What one was told, newest first and day by day; opening one reads it. */
export default function NotificationList({ onLeave, withClose = false }: Props) {
  const { t } = useTranslation(['notifications', 'common'])
  const go = useNavigate()
  const client = useQueryClient()
  const { all, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useNotifications()
  const unread = useLiveNotifications((state) => state.unread)
  const section = useRef<HTMLElement>(null)
  /** For a button that goes with what it did: the focus stays here, and so does Esc. */
  const keepFocus = (): void => section.current?.focus({ preventScroll: true })

  const read = async (body: { ids: string[] } | { upTo: string }): Promise<void> => {
    setUnreadCount(await callEndpoint(markNotificationsRead, { body }))
    await client.invalidateQueries({ queryKey: notificationsQueryKey })
  }
  const open = ({ id, link, readAt }: Notification): void => {
    // Unread stays what could not be marked: nothing is lost, and the next opening tries again.
    if (readAt === null) read({ ids: [id] }).catch(() => undefined)
    if (!link) return
    onLeave()
    void go(link)
  }
  const newest = all?.[0]
  return (
    <section ref={section} tabIndex={-1} className={classes.all} aria-labelledby="notifications-title">
      <header className={classes.head}>
        <h2 id="notifications-title" className={classes.title}>
          {t('title')}
        </h2>
        {newest && unread > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              keepFocus()
              read({ upTo: newest.id }).catch(() => undefined)
            }}
          >
            {t('readAll')}
          </Button>
        )}
        {withClose && <CloseButton aria-label={t('common:close')} size="lg" onClick={onLeave} />}
      </header>
      {error && !all && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !all && <div className={classes.bones} role="status" aria-label={t('loading')} />}
      {all?.length === 0 && <EmptyState title={t('empty')} hint={t('emptyHint')} />}
      {all && <NotificationDays all={all} onOpen={open} />}
      {hasNextPage && (
        <Button
          className={classes.more!}
          variant="subtle"
          fullWidth
          loading={isFetchingNextPage}
          onClick={() => {
            keepFocus()
            void fetchNextPage()
          }}
        >
          {t('older')}
        </Button>
      )}
    </section>
  )
}
