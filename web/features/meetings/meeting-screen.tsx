import { Anchor } from '@mantine/core'
import { IconCalendarPlus, IconCheck, IconPencil, IconUserQuestion, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { type AttendeeRow, getMeeting, type MeetingDetail } from '#contract/meetings.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { buildPersonHref } from '#web/domain/agenda/agenda-person.ts'
import type { MeetingAction } from '#web/domain/meetings/list-meeting-actions.ts'
import { renderMeetingState } from '#web/domain/meetings/meeting-badges.tsx'
import { formatSpan } from '#web/domain/meetings/meeting-times.ts'
import { readRule } from '#web/domain/meetings/repetition.ts'
import { useMeetingActions } from '#web/domain/meetings/use-meeting-actions.tsx'
import { FactGrid } from '#web/ui/fact-grid.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { RecordActions } from '#web/ui/record-actions.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { Section } from '#web/ui/section.tsx'
import { type ResultMessages, useResultMessage } from '#web/ui/use-result-message.ts'
import { useMeetingMoves } from './use-meeting-moves.tsx'

const actionIcons: Record<MeetingAction, ReactNode> = {
  held: <IconCheck size={16} aria-hidden />,
  no_show: <IconUserQuestion size={16} aria-hidden />,
  edit: <IconPencil size={16} aria-hidden />,
  cancel: <IconX size={16} aria-hidden />,
  reopen: <IconCalendarPlus size={16} aria-hidden />,
}

const toAttendeeId = ({ employeeId, contactId, clientId, email }: AttendeeRow): string =>
  [employeeId, contactId, clientId, email].join(':')

type AttendeesProps = { meeting: MeetingDetail; messages: ResultMessages }

const Attendees = ({ meeting, messages }: AttendeesProps) => {
  const { t } = useTranslation('meetings')
  const format = useFormatters()
  const { move, dialog } = useMeetingMoves(messages)
  const { attendees, ownerId, isChangeable, state } = meeting
  const mayMove = isChangeable && state === 'scheduled'
  const describeProposal = (proposed: AttendeeRow['proposed']): ReactNode =>
    proposed && (
      <>
        {t('detail.proposes', { time: formatSpan(format, proposed.startsAt, proposed.endsAt) })}{' '}
        {mayMove && (
          <Anchor component="button" type="button" onClick={() => move(meeting, proposed)}>
            {t('detail.moveThere')}
          </Anchor>
        )}
      </>
    )
  const describe = ({ employeeId, contactId, clientId, email, name }: AttendeeRow): ReactNode => {
    if (contactId !== null || clientId !== null)
      return <Link to={buildPersonHref({ contactId, clientId })}>{name}</Link>
    if (email !== null) return <Anchor href={`mailto:${email}`}>{name}</Anchor>
    return employeeId === ownerId ? `${name} · ${t('fields.owner')}` : name
  }
  return (
    <Section title={t('detail.attendees')}>
      <DataTable
        label={t('detail.attendees')}
        columns={[
          { key: 'name', label: t('fields.attendees'), phone: 1, cell: (_: string, row: AttendeeRow) => describe(row) },
          {
            key: 'answer',
            label: t('fields.state'),
            phone: 2,
            cell: (answer: AttendeeRow['answer']) => t(`answers.${answer}`),
          },
          ...(attendees.some(({ comment, proposed }) => comment !== '' || proposed)
            ? [
                {
                  key: 'comment' as const,
                  label: t('detail.comment'),
                  phone: 3 as const,
                  cell: (comment: string, { proposed }: AttendeeRow) => (
                    <>
                      {describeProposal(proposed)} {comment}
                    </>
                  ),
                },
              ]
            : []),
        ]}
        rows={attendees.map((one) => ({ ...one, id: toAttendeeId(one) }))}
        dense
      />
      {dialog}
    </Section>
  )
}

const MeetingDetails = ({ meeting }: { meeting: MeetingDetail }) => {
  const { t } = useTranslation('meetings')
  const format = useFormatters()
  const messages = useResultMessage()
  const { listActions, dialog } = useMeetingActions(messages)
  const { state, stage, place, link, note, result, createdAt, closedAt, personName } = meeting
  const describeSeries = (rule: string | null): string => {
    const repeats = rule === null ? null : readRule(rule)
    if (!repeats) return t('series.is')
    const how = t(`series.repetitions.${repeats.repetition}`)
    return t('series.untilDay', { how, day: format.date(repeats.until) })
  }
  return (
    <RecordPage
      title={meeting.subject}
      context={personName ? <Link to={buildPersonHref(meeting)}>{personName}</Link> : undefined}
      badges={renderMeetingState(state, t(`states.${state}`))}
      actions={
        meeting.isChangeable && (
          <RecordActions
            actions={listActions(meeting).map(({ key, label, run }) => ({
              key,
              label,
              icon: actionIcons[key],
              onClick: run,
            }))}
          />
        )
      }
      lead={<ResultMessage messages={messages} />}
    >
      <Section title={t('detail.facts')}>
        <FactGrid
          facts={[
            [t('fields.day'), formatSpan(format, meeting.startsAt, meeting.endsAt)],
            [t('fields.stage'), stage && t(`stages.${stage}`)],
            ...(meeting.seriesId ? [[t('series.repeats'), describeSeries(meeting.rule)] as const] : []),
            [t('fields.place'), place],
            [t('fields.link'), link && <Anchor href={link}>{link}</Anchor>],
            [t('fields.owner'), `${meeting.ownerName} · ${meeting.ownerCvl}`],
            [t('fields.createdAt'), format.dateTime(createdAt)],
            [t('fields.createdBy'), meeting.createdByName],
            ...(closedAt
              ? ([
                  [t('fields.closedAt'), format.dateTime(closedAt)],
                  [t('fields.closedBy'), meeting.closedByName],
                ] as const)
              : []),
            ...(note ? [[t('fields.note'), note, 'wide'] as const] : []),
            ...(result ? [[t('fields.result'), result, 'wide'] as const] : []),
          ]}
        />
      </Section>
      <Attendees meeting={meeting} messages={messages} />
      {dialog}
    </RecordPage>
  )
}

/** One meeting: when, with whom, and what came of it. */
export default function MeetingScreen() {
  const { t } = useTranslation(['meetings', 'shell'])
  const { meetingId = '' } = useParams()
  const { data, error, refetch } = useQuery(buildPartQuery(getMeeting, { params: { meetingId } }))
  if (data) return <MeetingDetails key={data.id} meeting={data} />
  return (
    <MissingRecord title={t('shell:screens.meeting')} failed={t('detail.loadFailed')} error={error} refetch={refetch} />
  )
}
