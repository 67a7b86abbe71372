import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type FollowUpRow, listFollowUps } from '#contract/follow-ups.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useFollowUpActions } from '#web/domain/follow-ups/use-follow-up-actions.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { ScreenColumns } from '#web/ui/list/list-types.ts'
import { ActionMenu } from '#web/ui/record-actions.tsx'
import { Section } from '#web/ui/section.tsx'
import type { ResultMessages } from '#web/ui/use-result-message.ts'
import type { AgendaSectionProps, ListedPerson } from './agenda-person.ts'

const maxVisibleFollowUps = 10

const columns: ScreenColumns<typeof listFollowUps> = [
  { key: 'dueOn', phone: 2 },
  { key: 'subject', phone: 1 },
  'priority',
  { key: 'amount', phone: 3 },
  'ownerName',
]

export const buildPersonFollowUpsQuery = (person: ListedPerson) =>
  buildPartQuery(listFollowUps.page, { query: { ...person, pageSize: maxVisibleFollowUps + 1 } })

/** What is still to be done about somebody, soonest first. */
export const PersonFollowUps = ({
  person,
  hidesEmpty,
  messages,
}: AgendaSectionProps & { messages: ResultMessages }) => {
  const { t } = useTranslation(['follow-ups', 'list'])
  const { data, error, refetch } = useQuery(buildPersonFollowUpsQuery(person))
  const shown = useListColumns(listFollowUps, columns)
  const { listActions, dialog } = useFollowUpActions(messages)
  if (hidesEmpty && data?.rows.length === 0) return null
  return (
    <Section
      id="follow-ups"
      title={t('section.title')}
      state={
        data && data.rows.length > maxVisibleFollowUps ? (
          <Link to={`/crm/AgendaComercial/seguimientos?${new URLSearchParams(person)}`}>{t('section.all')}</Link>
        ) : undefined
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.rows.length === 0 && <EmptyState title={t('section.none')} hint={t('section.noneHint')} />}
      {data && data.rows.length > 0 && (
        <DataTable
          label={t('section.title')}
          columns={[
            ...shown,
            {
              key: 'version',
              label: t('list:rowActions.label'),
              phone: 'beside',
              isActions: true,
              cell: (_: never, followUp: FollowUpRow) => (
                <ActionMenu
                  actions={listActions(followUp).map(({ key, label, run }) => ({ key, label, onClick: run }))}
                  label={t('list:rowActions.of', { name: followUp.subject })}
                  isInRow
                />
              ),
            },
          ]}
          rows={data.rows.slice(0, maxVisibleFollowUps)}
          rowHref={({ id }) => `/crm/AgendaComercial/seguimientos/${id}`}
          dense
        />
      )}
      {dialog}
    </Section>
  )
}
