import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listCalls } from '#contract/calls.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { ScreenColumns } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import type { AgendaSectionProps, ListedPerson } from './agenda-person.ts'

const maxVisibleCalls = 10

const columns: ScreenColumns<typeof listCalls> = [
  { key: 'calledOn', phone: 1 },
  { key: 'outcome', phone: 2 },
  'reason',
  'feedback',
  { key: 'ownerName', phone: 3, cell: (name) => name ?? '–' },
]

export const buildPersonCallsQuery = (person: ListedPerson) =>
  buildPartQuery(listCalls.page, { query: { ...person, pageSize: maxVisibleCalls + 1 } })

/** The last calls to somebody, whoever called. */
export const PersonCalls = ({ person, hidesEmpty }: AgendaSectionProps) => {
  const { t } = useTranslation(['calls', 'list'])
  const { data, error, refetch } = useQuery(buildPersonCallsQuery(person))
  const shown = useListColumns(listCalls, columns)
  if (hidesEmpty && data?.rows.length === 0) return null
  return (
    <Section
      id="calls"
      title={t('section.title')}
      state={
        data && data.rows.length > maxVisibleCalls ? (
          <Link to={`/crm/AgendaComercial/llamadas?${new URLSearchParams(person)}`}>{t('section.all')}</Link>
        ) : undefined
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.rows.length === 0 && <EmptyState title={t('section.none')} hint={t('section.noneHint')} />}
      {data && data.rows.length > 0 && (
        <DataTable label={t('section.title')} columns={shown} rows={data.rows.slice(0, maxVisibleCalls)} dense />
      )}
    </Section>
  )
}
