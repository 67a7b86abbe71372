import { Button } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endOtherSession, listSessions } from '#contract/auth.ts'
import type { Answer } from '#contract/core/endpoint.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { Ask } from '#web/ui/ask.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Done, Failure } from '#web/ui/message.tsx'
import { Section } from '#web/ui/section.tsx'
import { useAgentText } from './browser-name.ts'
import classes from './personal.module.css'
import { State } from './state.tsx'

type Open = Answer<typeof listSessions>['sessions'][number]

const open = read(listSessions, {})

const Row = ({ session, onEnd }: { session: Open; onEnd: () => void }) => {
  const { t } = useTranslation(['personal-area', 'shell'])
  const format = useFormat()
  const agentText = useAgentText()
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
        <State on>{t('sessions.current')}</State>
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
  const client = useQueryClient()
  const agentText = useAgentText()
  const { data, error, refetch } = useQuery(open)
  const [ending, setEnding] = useState<Open | null>(null)
  const end = useMutation({
    mutationFn: ({ id }: Open) => call(endOtherSession, { params: { sessionId: id } }),
    onSettled: () => client.invalidateQueries({ queryKey: open.queryKey }),
  })
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={classes.bones} role="status" aria-busy="true" aria-label={t('list:loading')} />
  return (
    <Section title={t('tabs.sessions')} lead={t('sessions.lead')}>
      <Done>{end.isSuccess && t('sessions.ended', { browser: agentText(end.variables.agent) })}</Done>
      <Failure of={end.error} />
      <ul className={classes.rows}>
        {data.sessions.map((session) => (
          <Row key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {data.sessions.length === 1 && <p className={classes.lead}>{t('sessions.only')}</p>}
      {ending && (
        <Ask
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
