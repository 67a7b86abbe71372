import { Button } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endOtherSession, listSessions } from '#contract/auth.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useUserAgentText } from '#web/domain/user-agent-text.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage, SuccessMessage } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import { OnOffBadge } from './on-off-badge.tsx'
import classes from './personal.module.css'

type OpenSession = ResponseBody<typeof listSessions>['sessions'][number]

const openSessionsQuery = buildQueryOptions(listSessions, {})

const SessionRow = ({ session, onEnd }: { session: OpenSession; onEnd: () => void }) => {
  const { t } = useTranslation(['personal-area', 'shell'])
  const format = useFormatters()
  const agentText = useUserAgentText()
  const { current, prefix, address, agent, createdAt, activeAt } = session
  const browser = agentText(agent)
  const facts: [string, string, string?][] = [
    [t('sessions.address'), address ?? '–'],
    [t('sessions.since'), format.dateTime(createdAt)],
    [t('sessions.active'), format.relative(activeAt), format.dateTime(activeAt)],
    [t('data.firm'), t(`shell:prefixes.${prefix}`)],
  ]
  return (
    <li className={classes.row}>
      <IconDeviceDesktop className={classes.rowIcon} size={20} stroke={1.6} aria-hidden />
      <div className={classes.rowWords}>
        <strong title={agent ?? undefined}>{browser}</strong>
        <dl className={classes.rowFacts}>
          {facts.map(([name, value, exact]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd title={exact}>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {current ? (
        <OnOffBadge on>{t('sessions.current')}</OnOffBadge>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={t('sessions.endNamed', { browser, address: address ?? '–' })}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}

/** Where the person is signed in, and the way to end what isn't theirs. */
export const Sessions = () => {
  const { t } = useTranslation(['personal-area', 'list'])
  const agentText = useUserAgentText()
  const { data, error, refetch } = useQuery(openSessionsQuery)
  const [ending, setEnding] = useState<OpenSession | null>(null)
  const end = useMutation({
    mutationFn: ({ id }: OpenSession) =>
      callEndpoint(endOtherSession, { params: { sessionId: id } }, { refreshOnRefusal: true }),
  })
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data)
    return <div className={layoutClasses.skeleton} role="status" aria-busy="true" aria-label={t('list:loading')} />
  return (
    <Section title={t('tabs.sessions')} description={t('sessions.lead')}>
      <SuccessMessage>
        {end.isSuccess && t('sessions.ended', { browser: agentText(end.variables.agent) })}
      </SuccessMessage>
      <FailureMessage of={end.error} />
      <ul className={classes.rows}>
        {data.sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {data.sessions.length === 1 && <p className={textClasses.lead}>{t('sessions.only')}</p>}
      {ending && (
        <ConfirmDialog
          title={t('sessions.endTitle', { browser: agentText(ending.agent) })}
          text={t('sessions.endText')}
          action={t('sessions.end')}
          onConfirm={() => end.mutate(ending)}
          onClose={() => setEnding(null)}
        />
      )}
    </Section>
  )
}
