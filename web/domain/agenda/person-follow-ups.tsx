import { useQuery } from '@tanstack/react-query'
import { type FollowUpRow, listFollowUps } from '#contract/follow-ups.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useFollowUpActions } from '#web/domain/follow-ups/use-follow-up-actions.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import type { ScreenColumns } from '#web/ui/list/list-types.ts'
import { ActionMenu } from '#web/ui/record-actions.tsx'
import type { ResultMessages } from '#web/ui/use-result-message.ts'
import type { AgendaPersonFilter, AgendaSectionProps } from './agenda-person.ts'
import { maxPersonRows, PersonSection } from './person-section.tsx'

const columns: ScreenColumns<typeof listFollowUps> = [
  { key: 'dueOn', phone: 2 },
  { key: 'subject', phone: 1 },
  'priority',
  { key: 'amount', phone: 3 },
  'ownerName',
]

export const buildPersonFollowUpsQuery = (person: AgendaPersonFilter) =>
  buildPartQuery(listFollowUps.page, { query: { ...person, pageSize: maxPersonRows + 1 } })

/** What is still to be done about somebody, soonest first. */
export const PersonFollowUps = ({
  person,
  hidesEmpty,
  messages,
}: AgendaSectionProps & { messages: ResultMessages }) => {
  const { t } = useTranslation(['follow-ups', 'list'])
  const result = useQuery(buildPersonFollowUpsQuery(person))
  const shown = useListColumns(listFollowUps, columns)
  const { listActions, dialog } = useFollowUpActions(messages)
  const actions = {
    key: 'version',
    label: t('list:rowActions.label'),
    phone: 'beside' as const,
    isActions: true as const,
    cell: (_: never, followUp: FollowUpRow) => (
      <ActionMenu
        actions={listActions(followUp).map(({ key, label, run }) => ({ key, label, onClick: run }))}
        label={t('list:rowActions.of', { name: followUp.subject })}
        isInRow
      />
    ),
  }
  return (
    <>
      <PersonSection
        id="follow-ups"
        texts={{
          title: t('section.title'),
          all: t('section.all'),
          none: t('section.none'),
          noneHint: t('section.noneHint'),
        }}
        listPath="/crm/AgendaComercial/seguimientos"
        result={result}
        person={person}
        hidesEmpty={hidesEmpty}
        columns={[...shown, actions]}
        rowHref={({ id }) => `/crm/AgendaComercial/seguimientos/${id}`}
      />
      {dialog}
    </>
  )
}
