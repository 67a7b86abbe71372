import { Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { notificationEntries } from '#contract/all-messages.ts'
import { fixedNotificationReasons, type NotificationEntry } from '#contract/core/messages.ts'
import {
  getMutedNotifications,
  type NotificationKind,
  notificationKinds,
  switchableNotificationKinds,
  switchNotificationKind,
} from '#contract/notifications.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useNotificationKindNames } from '#web/domain/notification-texts.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import classes from './personal.module.css'

const mutedQuery = buildQueryOptions(getMutedNotifications, {})

const listFixedKinds = (reason: string): NotificationKind[] =>
  notificationKinds.filter((kind) => (notificationEntries[kind] as NotificationEntry).fixed === reason)

/** The kinds of notification, each with its switch; those that nobody may do without say why. */
export const NotificationKinds = () => {
  const { t } = useTranslation(['personal-area', 'notifications'])
  const client = useQueryClient()
  const nameOf = useNotificationKindNames()
  const { data, error, refetch } = useQuery(mutedQuery)
  const { busy, failure, run } = useAction()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const toggle = (kind: NotificationKind, on: boolean): Promise<boolean> =>
    run(async () => {
      client.setQueryData(mutedQuery.queryKey, await callEndpoint(switchNotificationKind, { body: { kind, on } }))
    })
  return (
    <>
      <Section title={t('notifications.title')} description={t('notifications.lead')}>
        <FailureMessage of={failure} />
        <ul className={classes.kinds} aria-busy={!data}>
          {switchableNotificationKinds.map((kind) => (
            <li key={kind}>
              <Checkbox
                label={nameOf(kind)}
                checked={data ? !data.muted.includes(kind) : true}
                disabled={!data || busy}
                onChange={({ currentTarget }) => void toggle(kind, currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('notifications.always')} description={t('notifications.alwaysLead')}>
        <dl className={classes.fixedKinds}>
          {fixedNotificationReasons.map((reason) => (
            <div key={reason}>
              <dt>{t(`notifications.reasons.${reason}`)}</dt>
              <dd>
                <ul>
                  {[...new Set(listFixedKinds(reason).map(nameOf))].map((name) => (
                    <li key={name}>{name}</li>
                  ))}
                </ul>
              </dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  )
}
