import { ActionIcon, Button, CloseButton, UnstyledButton } from '@mantine/core'
import {
  IconArrowsExchange,
  IconAt,
  IconBellOff,
  IconCheck,
  IconChecklist,
  IconDeviceLaptop,
  IconKey,
  IconLockAccess,
  IconSettings,
  IconShieldCheck,
  IconShieldLock,
  IconTool,
  IconUserCheck,
  IconUserExclamation,
  IconUserShare,
} from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ComponentType, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { notificationEntries } from '#contract/all-messages.ts'
import type { NotificationIcon } from '#contract/core/messages.ts'
import {
  listNotifications,
  markNotificationsRead,
  type Notification,
  type NotificationKind,
  switchableNotificationKinds,
  switchNotificationKind,
} from '#contract/notifications.ts'
import { toDayNumber, toIsoDate } from '#rules/calendar.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { setUnreadCount, useLiveNotifications } from '#web/core/live-notifications.ts'
import { buildQueryMeta } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { MutedKindNotice } from './muted-kind-notice.tsx'
import classes from './notifications.module.css'
import { useNotificationText } from './use-notification-text.ts'

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

/** All pages that were asked for, with what came since in front, none twice. */
const useNotifications = () => {
  const newNotifications = useLiveNotifications((state) => state.newNotifications)
  const notificationsQuery = useInfiniteQuery({
    queryKey: [listNotifications.path],
    queryFn: async ({ pageParam, signal }) => {
      const page = await callEndpoint(listNotifications, { query: pageParam ? { before: pageParam } : {} }, { signal })
      setUnreadCount(page)
      return page
    },
    initialPageParam: '',
    meta: buildQueryMeta(listNotifications),
    getNextPageParam: (page) => (page.more ? page.notifications.at(-1)?.id : undefined),
    // What was told meanwhile by another tab stands in the news.
    staleTime: 0,
  })
  const listed = notificationsQuery.data?.pages.flatMap((page) => page.notifications) ?? []
  const known = new Set(listed.map(({ id }) => id))
  const all = notificationsQuery.data
    ? [...newNotifications.filter(({ id }) => !known.has(id)).reverse(), ...listed]
    : undefined
  return { ...notificationsQuery, all }
}

/** What can be done with a notification where it stands. */
type NotificationActions = {
  onOpen: (notification: Notification) => void
  onRead: (notification: Notification) => void
  onMute: (kind: NotificationKind) => void
}
type NotificationRowProps = NotificationActions & { notification: Notification; today: boolean }

const NotificationRow = ({ notification, today, onOpen, onRead, onMute }: NotificationRowProps) => {
  const { t } = useTranslation('notifications')
  const format = useFormatters()
  const { title, text } = useNotificationText()(notification)
  const Icon = notificationIcons[notificationEntries[notification.kind].icon]
  const unread = notification.readAt === null
  const action = (label: string, ActionSign: typeof IconCheck, act: () => void) => (
    <ActionIcon variant="subtle" color="gray" size={28} aria-label={`${label}: ${title}`} title={label} onClick={act}>
      <ActionSign size={16} aria-hidden />
    </ActionIcon>
  )
  return (
    <li className={classes.item}>
      <UnstyledButton className={classes.row} data-unread={unread || undefined} onClick={() => onOpen(notification)}>
        <span className={classes.icon} aria-hidden>
          <Icon size={18} stroke={1.6} />
        </span>
        <span className={classes.words}>
          <span className={classes.rowTitle}>
            {title}
            {unread && <span className={classes.new}>{t('unread')}</span>}
          </span>
          <span>{text}</span>
          <time dateTime={notification.at} title={format.dateTime(notification.at)}>
            {today ? format.relative(notification.at) : format.dateTime(notification.at).slice(-5)}
          </time>
        </span>
      </UnstyledButton>
      <div className={classes.rowActions}>
        {notification.kind === 'approval.waiting' && (
          <Button variant="default" size="compact-sm" onClick={() => onOpen(notification)}>
            {t('actions.decide')}
          </Button>
        )}
        {unread && action(t('actions.read'), IconCheck, () => onRead(notification))}
        {switchableNotificationKinds.includes(notification.kind) &&
          action(t('actions.mute'), IconBellOff, () => onMute(notification.kind))}
      </div>
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
  const [day = 0, month = 0, year = 0] = dateTime(new Date().toISOString()).slice(0, 10).split('/').map(Number)
  return (ago: number): string => date(toIsoDate(toDayNumber(year, month, day) - ago))
}

type NotificationDaysProps = NotificationActions & { all: readonly Notification[] }

const NotificationDays = ({ all, ...actions }: NotificationDaysProps) => {
  const { t } = useTranslation('notifications')
  const days = useGroupByDay()(all)
  const ago = useFormatDayAgo()
  const today = ago(0)
  const yesterday = ago(1)
  return days.map(([day, dayNotifications]) => (
    <section key={day} aria-label={day}>
      <h3 className={classes.day}>{day === today ? t('today') : day === yesterday ? t('yesterday') : day}</h3>
      <ul className={classes.list}>
        {dayNotifications.map((one) => (
          <NotificationRow key={one.id} notification={one} today={day === today} {...actions} />
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
  const { all, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useNotifications()
  const unread = useLiveNotifications((state) => state.unread)
  const section = useRef<HTMLElement>(null)
  /** What was just switched off here. */
  const [mutedKind, setMutedKind] = useState<NotificationKind | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  /** For a button that goes with what it did: the focus stays here, and so does Esc. */
  const keepFocus = (): void => section.current?.focus({ preventScroll: true })

  const read = async (body: { ids: string[] } | { upTo: string }): Promise<void> => {
    setUnreadCount(await callEndpoint(markNotificationsRead, { body }))
  }
  const open = ({ id, link, readAt }: Notification): void => {
    // Unread stays what could not be marked: nothing is lost, and the next opening tries again.
    if (readAt === null) read({ ids: [id] }).catch(() => undefined)
    if (!link) return
    onLeave()
    void go(link)
  }
  const readOne = ({ id }: Notification): void => {
    keepFocus()
    read({ ids: [id] }).catch(() => undefined)
  }
  const switchKind = async (kind: NotificationKind, on: boolean): Promise<void> => {
    keepFocus()
    setFailure(null)
    try {
      await callEndpoint(switchNotificationKind, { body: { kind, on } })
      setMutedKind(on ? null : kind)
    } catch (reason) {
      setFailure(reason)
    }
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
        <ActionIcon
          component={Link}
          to="/crm/areapersonal?part=notifications"
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('choose')}
          title={t('choose')}
          onClick={onLeave}
        >
          <IconSettings size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
        {withClose && <CloseButton aria-label={t('common:close')} size="lg" onClick={onLeave} />}
      </header>
      {error && !all && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !all && <div className={classes.skeleton} role="status" aria-label={t('loading')} />}
      {all?.length === 0 && <EmptyState title={t('empty')} hint={t('emptyHint')} />}
      <FailureMessage of={failure} />
      {mutedKind && <MutedKindNotice kind={mutedKind} onUndo={() => void switchKind(mutedKind, true)} />}
      {all && (
        <NotificationDays all={all} onOpen={open} onRead={readOne} onMute={(kind) => void switchKind(kind, false)} />
      )}
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
