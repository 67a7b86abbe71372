import { Button } from '@mantine/core'
import { IconAlertTriangle, IconBrandGoogle, IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  disconnectGoogleCalendar,
  type GoogleConnection,
  getGoogleConnection,
  startGoogleConsent,
  syncGoogleCalendar,
} from '#contract/google-calendar.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { PageHead } from '#web/ui/page-head.tsx'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage, Notice, SuccessMessage } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import { type ActionState, useAction } from '#web/ui/use-action.ts'
import { type ResultMessages, useResultMessage } from '#web/ui/use-result-message.ts'
import classes from './google-calendar.module.css'
import { useGoogleAnswer } from './use-google-answer.ts'

/** Soon after it was asked for, a reading shows by itself. */
const pollMs = 2_000

const connect = async (): Promise<void> => location.assign((await callEndpoint(startGoogleConsent, {})).address)

const ConnectionFacts = ({ connection }: { connection: GoogleConnection }) => {
  const { t } = useTranslation('google-calendar')
  const format = useFormatters()
  const { email, connectedAt, syncedAt, nextSyncAt, events, hasDirectory } = connection
  const facts: readonly (readonly [string, string])[] = [
    [t('state.account'), email],
    [t('state.since'), format.dateTime(connectedAt)],
    [t('state.syncedAt'), syncedAt ? format.dateTime(syncedAt) : t('state.never')],
    ...(nextSyncAt ? ([[t('state.nextSyncAt'), format.dateTime(nextSyncAt)]] as const) : []),
    [t('state.events'), format.number(events)],
    [t('state.directory'), t(hasDirectory ? 'state.hasDirectory' : 'state.noDirectory')],
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const ConnectionProblem = ({ connection: { state, problem, nextSyncAt } }: { connection: GoogleConnection }) => {
  const { t } = useTranslation('google-calendar')
  const format = useFormatters()
  if (!problem) return null
  return (
    <Notice>
      {t(`problems.${problem}`)}{' '}
      {state === 'reconnect' ? t('mend') : nextSyncAt && t('retry', { at: format.dateTime(nextSyncAt) })}
    </Notice>
  )
}

type ConnectedProps = { connection: GoogleConnection; action: ActionState; messages: ResultMessages }

const Connected = ({ connection, action: { busy, run }, messages }: ConnectedProps) => {
  const { t } = useTranslation('google-calendar')
  const mayOpenAgenda = usePermission('bt_AgendaComercial', 'view')
  const [isAsking, setAsking] = useState(false)
  const isLost = connection.state === 'reconnect'
  const sync = (): void =>
    void run(async () => {
      await callEndpoint(syncGoogleCalendar, {})
      messages.show({ text: t('done.requested') })
    })
  const disconnect = (): void =>
    void run(async () => {
      await callEndpoint(disconnectGoogleCalendar, {})
      messages.show({ text: t('done.removed') })
    })
  return (
    <Section
      title={t('state.title')}
      state={
        <StatusBadge
          tone={isLost ? 'att' : 'pos'}
          icon={isLost ? IconAlertTriangle : IconCircleCheck}
          label={t(`state.${connection.state}`)}
        />
      }
    >
      <ConnectionProblem connection={connection} />
      <ConnectionFacts connection={connection} />
      <div className={layoutClasses.buttons}>
        {isLost ? (
          <Button disabled={busy} onClick={() => void run(connect)}>
            {t('actions.reconnect')}
          </Button>
        ) : (
          <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} disabled={busy} onClick={sync}>
            {t('actions.sync')}
          </Button>
        )}
        {mayOpenAgenda && (
          <Button variant="default" component={Link} to="/crm/AgendaComercial">
            {t('actions.agenda')}
          </Button>
        )}
        <Button variant="default" disabled={busy} onClick={() => setAsking(true)}>
          {t('actions.disconnect')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('disconnect.title')}
          text={t('disconnect.text')}
          action={t('actions.disconnect')}
          onConfirm={disconnect}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}

const Unconnected = ({ isConfigured, action: { busy, run } }: { isConfigured: boolean; action: ActionState }) => {
  const { t } = useTranslation('google-calendar')
  return (
    <Section title={t('none.title')} description={t(isConfigured ? 'none.text' : 'none.off')}>
      {isConfigured && (
        <div className={layoutClasses.buttons}>
          <Button
            leftSection={<IconBrandGoogle size={16} aria-hidden />}
            disabled={busy}
            onClick={() => void run(connect)}
          >
            {t('actions.connect')}
          </Button>
        </div>
      )}
    </Section>
  )
}

/** Reads once more until what was just connected or asked for has been read. */
const usePolledConnection = () => {
  const query = useQuery({
    ...buildQueryOptions(getGoogleConnection, {}),
    refetchInterval: ({ state: { data } }) =>
      data?.connection?.state === 'connected' && data.connection.syncedAt === null && !data.connection.problem
        ? pollMs
        : false,
  })
  return query
}

/** Connects one's own Google calendar, says how that stands, and takes it away again. */
export default function GoogleCalendarScreen() {
  const { t } = useTranslation(['google-calendar', 'list'])
  const answer = useGoogleAnswer()
  const { data, error, refetch } = usePolledConnection()
  const action = useAction()
  const messages = useResultMessage()
  return (
    <div className={classes.screen}>
      <PageHead title={t('title')} />
      <p className={textClasses.lead}>{t('lead')}</p>
      <ResultMessage messages={messages} />
      <SuccessMessage>
        {answer.kind === 'connected' && !messages.message && t('done.connected', { email: answer.email })}
      </SuccessMessage>
      {answer.kind === 'refused' && <Notice>{t('refused')}</Notice>}
      {answer.kind === 'waiting' && <Notice>{t('actions.connecting')}</Notice>}
      <FailureMessage of={answer.kind === 'failed' ? answer.error : null} />
      <FailureMessage of={action.failure} />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className={classes.skeleton} role="status" aria-busy="true" aria-label={t('list:loading')} />
      )}
      {data?.connection && <Connected connection={data.connection} action={action} messages={messages} />}
      {data && !data.connection && answer.kind !== 'waiting' && (
        <Unconnected isConfigured={data.isConfigured} action={action} />
      )}
      {data && (
        <Section title={t('privacy.title')}>
          <ul className={classes.privacy}>
            <li>{t('privacy.own')}</li>
            <li>{t('privacy.others')}</li>
            <li>{t('privacy.kept')}</li>
          </ul>
        </Section>
      )}
    </div>
  )
}
