import { useQuery } from '@tanstack/react-query'
import { listCalls } from '#contract/calls.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import type { ScreenColumns } from '#web/ui/list/list-types.ts'
import type { AgendaPersonFilter, AgendaSectionProps } from './agenda-person.ts'
import { maxPersonRows, PersonSection } from './person-section.tsx'

const columns: ScreenColumns<typeof listCalls> = [
  { key: 'calledOn', phone: 1 },
  { key: 'outcome', phone: 2 },
  'reason',
  'feedback',
  { key: 'ownerName', phone: 3, cell: (name) => name ?? '–' },
]

export const buildPersonCallsQuery = (person: AgendaPersonFilter) =>
  buildPartQuery(listCalls.page, { query: { ...person, pageSize: maxPersonRows + 1 } })

/** The last calls to somebody, whoever called. */
export const PersonCalls = ({ person, hidesEmpty }: AgendaSectionProps) => {
  const { t } = useTranslation(['calls', 'list'])
  const result = useQuery(buildPersonCallsQuery(person))
  const shown = useListColumns(listCalls, columns)
  return (
    <PersonSection
      id="calls"
      texts={{
        title: t('section.title'),
        all: t('section.all'),
        none: t('section.none'),
        noneHint: t('section.noneHint'),
      }}
      listPath="/crm/AgendaComercial/llamadas"
      result={result}
      person={person}
      hidesEmpty={hidesEmpty}
      columns={shown}
    />
  )
}
