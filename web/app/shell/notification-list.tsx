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
import { taskNames } from '#contract/approvals.ts'
import { listNotifications, type Notification, readNotifications } from '#contract/notifications.ts'
import { roles } from '#contract/permissions.ts'
import { recordEntities } from '#contract/records.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { setUnread, useLive } from '#web/core/live.ts'
import { useApprovalWords } from '#web/domain/approval-words.ts'
import { useAgentText } from '#web/features/personal-area/browser-name.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import classes from './notifications.module.css'

const icons: Record<Notification['kind'], ComponentType<{ size?: number; stroke?: number }>> = {
  'signIn.newPlace': IconDeviceLaptop,
  'password.changed': IconKey,
  'google.linked': IconKey,
  'secondFactor.added': IconShieldLock,
  'secondFactor.removed': IconShieldLock,
  'recoveryCode.used': IconShieldLock,
  'recoveryCodes.renewed': IconShieldLock,
  'maintenance.announced': IconTool,
  'approval.waiting': IconChecklist,
  'approval.decided': IconChecklist,
  'approval.taskSwitched': IconShieldCheck,
  'limit.changed': IconShieldCheck,
  'setting.changed': IconShieldCheck,
  'contributionRules.changed': IconShieldCheck,
  'contributions.overdue': IconUserExclamation,
  'firmAccount.changed': IconShieldCheck,
  'access.directionEnded': IconUserExclamation,
  'access.created': IconUserExclamation,
  'secondFactorRoles.changed': IconShieldCheck,
  'substitution.named': IconUserShare,
  'substitution.set': IconUserShare,
  'permissions.changed': IconLockAccess,
  'relative.declared': IconUserExclamation,
  'employee.moveFailed': IconUserExclamation,
  'employee.accountProposed': IconUserExclamation,
  'employee.accountChanged': IconUserExclamation,
  'handover.done': IconArrowsExchange,
  'handover.undone': IconArrowsExchange,
  'handover.failed': IconArrowsExchange,
  'ledger.differs': IconUserExclamation,
  'night.postingFailed': IconUserExclamation,
  'night.verificationFailed': IconUserExclamation,
  'maturities.parked': IconUserExclamation,
  'maturities.stopped': IconUserExclamation,
  'payments.stalled': IconUserExclamation,
  'import.stalled': IconUserExclamation,
  'client.bankAccount': IconUserExclamation,
  'client.signature': IconUserExclamation,
  'comment.mentioned': IconAt,
  'record.assigned': IconUserCheck,
}

const outcomes = ['approved', 'rejected', 'expired'] as const

const key = [listNotifications.path]

/** All pages that were asked for, with what came since in front, none twice. */
const useNotifications = () => {
  const news = useLive((state) => state.news)
  const asked = useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) => {
      const page = await call(listNotifications, { query: pageParam ? { before: pageParam } : {} }, { signal })
      setUnread(page)
      return page
    },
    initialPageParam: '',
    getNextPageParam: (page) => (page.more ? page.notifications.at(-1)?.id : undefined),
    // What was told meanwhile by another tab stands in the news.
    staleTime: 0,
  })
  const listed = asked.data?.pages.flatMap((page) => page.notifications) ?? []
  const known = new Set(listed.map(({ id }) => id))
  const all = asked.data ? [...news.filter(({ id }) => !known.has(id)).reverse(), ...listed] : undefined
  return { ...asked, all }
}

/** Whom a change is about, where the server has named them. */
const named = ({ aboutName, clientCvl }: Notification['params']) => ({
  aboutName: aboutName ?? null,
  clientCvl: clientCvl ?? null,
})

/** Of a change: its name, what it would do, what became of it. */
const useChangeWords = () => {
  const { t } = useTranslation('notifications')
  const words = useApprovalWords()
  return (params: Notification['params']): { task: string; change: string; outcome: string } => {
    const task = taskNames.find((name) => name === params.task)
    const outcome = outcomes.find((one) => one === params.outcome)
    return {
      task: task ? words.task(task) : params.task === 'secondFactor' ? words.check('secondFactor') : '–',
      change: task ? words.what({ task, params, ...named(params) }) : '–',
      outcome: outcome ? t(`outcomes.${outcome}`) : '–',
    }
  }
}

const useTold = () => {
  const { t } = useTranslation(['notifications', 'shell'])
  const format = useFormat()
  const agentText = useAgentText()
  const changeWords = useChangeWords()
  return ({ kind, params }: Notification): { title: string; text: string } => {
    const until = params.until ? format.dateTime(params.until) : ''
    const what = params.way === 'passkey' ? t('ways.passkey', { name: params.name }) : t('ways.app')
    const browser = agentText(params.agent ?? null)
    const role = roles.find((one) => one === params.role)
    const entity = recordEntities.find((one) => one === params.entity)
    const words = {
      record: entity ? t(`records.${entity}`, { name: params.name }) : '–',
      ...{ email: params.email ?? '–', role: role ? t(`shell:roles.${role}`) : '–' },
      ...{ what, until, browser, address: params.address ?? '–', left: params.left ?? '–' },
      ...{ maker: params.maker ?? '–', by: params.by ?? '–', name: params.name ?? '–' },
      account: params.account ?? '–',
      ...{ from: format.date(params.from ?? null), to: format.date(params.to ?? null) },
      ...{ cvl: params.cvl ?? '–', date: format.date(params.date ?? null) },
      ...changeWords(params),
      clients: format.number(Number(params.clients ?? 0)),
      differences: format.number(Number(params.differences ?? 0)),
    }
    const text =
      kind === 'maintenance.announced' && !until
        ? t('kinds.maintenance.announced.open', words)
        : kind === 'approval.taskSwitched' && params.checked === 'true'
          ? t('kinds.approval.taskSwitched.on', words)
          : t(`kinds.${kind}.text`, words)
    return { title: t(`kinds.${kind}.title`), text: params.message ? `${params.message} ${text}` : text }
  }
}

type RowProps = { notification: Notification; today: boolean; onOpen: () => void }

const Row = ({ notification, today, onOpen }: RowProps) => {
  const { t } = useTranslation('notifications')
  const format = useFormat()
  const told = useTold()(notification)
  const Icon = icons[notification.kind]
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
const useDays = () => {
  const { dateTime } = useFormat()
  const dayOf = (instant: string): string => dateTime(instant).slice(0, 10)
  return (all: readonly Notification[]): [day: string, told: Notification[]][] => {
    const days = new Map<string, Notification[]>()
    for (const one of all) days.set(dayOf(one.at), [...(days.get(dayOf(one.at)) ?? []), one])
    return [...days]
  }
}

/** 'dd/mm/aaaa' of so many days ago, by the calendar of the prefix. */
const useDayAgo = () => {
  const { dateTime, date } = useFormat()
  const [day, month, year] = dateTime(new Date().toISOString()).slice(0, 10).split('/').map(Number)
  return (ago: number): string => date(new Date(Date.UTC(year!, month! - 1, day! - ago)).toISOString().slice(0, 10))
}

type DaysProps = { all: readonly Notification[]; onOpen: (notification: Notification) => void }

const Days = ({ all, onOpen }: DaysProps) => {
  const { t } = useTranslation('notifications')
  const days = useDays()(all)
  const ago = useDayAgo()
  const [today, yesterday] = [ago(0), ago(1)]
  return days.map(([day, told]) => (
    <section key={day} aria-label={day}>
      <h3 className={classes.day}>{day === today ? t('today') : day === yesterday ? t('yesterday') : day}</h3>
      <ul className={classes.list}>
        {told.map((one) => (
          <Row key={one.id} notification={one} today={day === today} onOpen={() => onOpen(one)} />
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
  const unread = useLive((state) => state.unread)
  const section = useRef<HTMLElement>(null)
  /** For a button that goes with what it did: the focus stays here, and so does Esc. */
  const keepFocus = (): void => section.current?.focus({ preventScroll: true })

  const read = async (body: { ids: string[] } | { upTo: string }): Promise<void> => {
    setUnread(await call(readNotifications, { body }))
    await client.invalidateQueries({ queryKey: key })
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
      {all && <Days all={all} onOpen={open} />}
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
