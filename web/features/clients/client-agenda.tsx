import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { PersonCalls } from '#web/domain/agenda/person-calls.tsx'
import { PersonFollowUps } from '#web/domain/agenda/person-follow-ups.tsx'
import { PersonMeetings } from '#web/domain/agenda/person-meetings.tsx'
import { usePersonAgenda } from '#web/domain/agenda/use-person-agenda.ts'
import type { ResultMessages } from '#web/ui/use-result-message.ts'

/** Which parts of the agenda the page of a client has: those with something in them, for whoever sees the agenda. */
export const useClientAgenda = (clientId: string) => {
  const { t } = useTranslation(['follow-ups', 'meetings', 'calls'])
  const enabled = usePermission('bt_AgendaComercial', 'view')
  const { followUps, meetings, calls, isLoading } = usePersonAgenda({ client: clientId }, enabled)
  const isShown = ({ data }: { data?: { rows: readonly unknown[] } | undefined }) => data?.rows.length !== 0
  return {
    isLoading,
    sections: [
      ...(enabled && isShown(followUps) ? [{ id: 'follow-ups', name: t('follow-ups:section.title') }] : []),
      ...(enabled && isShown(meetings) ? [{ id: 'meetings', name: t('meetings:section.title') }] : []),
      ...(enabled && isShown(calls) ? [{ id: 'calls', name: t('calls:section.title') }] : []),
    ],
  }
}

/** What is to be done about a client, and what was: follow-ups in progress, meetings and calls, whosever they are. */
export const ClientAgenda = ({ clientId, messages }: { clientId: string; messages: ResultMessages }) => {
  const maySee = usePermission('bt_AgendaComercial', 'view')
  if (!maySee) return null
  const person = { client: clientId }
  return (
    <>
      <PersonFollowUps person={person} messages={messages} hidesEmpty />
      <PersonMeetings person={person} hidesEmpty />
      <PersonCalls person={person} hidesEmpty />
    </>
  )
}
