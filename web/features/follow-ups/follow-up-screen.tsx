import { IconCheck, IconPencil, IconRotate, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { getFollowUp } from '#contract/follow-ups.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { buildPersonHref } from '#web/domain/agenda/agenda-person.ts'
import { Amount } from '#web/domain/amount.tsx'
import { renderDueDay, renderFollowUpState } from '#web/domain/follow-ups/follow-up-badges.tsx'
import { useFollowUpActions } from '#web/domain/follow-ups/use-follow-up-actions.tsx'
import { FactGrid } from '#web/ui/fact-grid.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { RecordActions } from '#web/ui/record-actions.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { Section } from '#web/ui/section.tsx'
import { useResultMessage } from '#web/ui/use-result-message.ts'

type FollowUp = ResponseBody<typeof getFollowUp>

const actionIcons: Record<string, ReactNode> = {
  finish: <IconCheck size={16} aria-hidden />,
  edit: <IconPencil size={16} aria-hidden />,
  cancel: <IconX size={16} aria-hidden />,
  reopen: <IconRotate size={16} aria-hidden />,
}

const FollowUpDetails = ({ followUp }: { followUp: FollowUp }) => {
  const { t } = useTranslation('follow-ups')
  const format = useFormatters()
  const today = useSession((session) => session.session?.businessDate ?? '')
  const messages = useResultMessage()
  const { listActions, dialog } = useFollowUpActions(messages)
  const { state, priority, amount, note, result, createdAt, closedAt } = followUp
  return (
    <RecordPage
      title={followUp.subject}
      context={<Link to={buildPersonHref(followUp)}>{followUp.personName}</Link>}
      badges={renderFollowUpState(state, t(`states.${state}`))}
      actions={
        <RecordActions
          actions={listActions(followUp).map(({ key, label, run }) => ({
            key,
            label,
            icon: actionIcons[key],
            onClick: run,
          }))}
        />
      }
      lead={<ResultMessage messages={messages} />}
    >
      <Section title={t('detail.facts')}>
        <FactGrid
          facts={[
            [
              t('fields.dueOn'),
              renderDueDay({
                day: format.date(followUp.dueOn),
                isLate: state === 'in_progress' && followUp.dueOn < today,
                late: t('fields.overdue'),
              }),
            ],
            [t('fields.priority'), t(`priorities.${priority}`)],
            [t('fields.amount'), amount && <Amount value={amount} />],
            [t('fields.owner'), `${followUp.ownerName} · ${followUp.ownerCvl}`],
            [t('fields.createdAt'), format.dateTime(createdAt)],
            [t('fields.createdBy'), followUp.createdByName],
            ...(closedAt
              ? ([
                  [t('fields.closedAt'), format.dateTime(closedAt)],
                  [t('fields.closedBy'), followUp.closedByName],
                ] as const)
              : []),
            ...(note ? [[t('fields.note'), note, 'wide'] as const] : []),
            ...(result ? [[t('fields.result'), result, 'wide'] as const] : []),
          ]}
        />
      </Section>
      {dialog}
    </RecordPage>
  )
}

/** One follow-up: what is to be done about whom, and what came of it. */
export default function FollowUpScreen() {
  const { t } = useTranslation(['follow-ups', 'shell'])
  const { followUpId = '' } = useParams()
  const { data, error, refetch } = useQuery(buildPartQuery(getFollowUp, { params: { followUpId } }))
  if (data) return <FollowUpDetails key={data.id} followUp={data} />
  return (
    <MissingRecord
      title={t('shell:screens.followUp')}
      failed={t('detail.loadFailed')}
      error={error}
      refetch={refetch}
    />
  )
}
