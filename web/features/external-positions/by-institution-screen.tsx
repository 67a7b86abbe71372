import { type ExternalInstitutionGroup, listExternalByInstitution } from '#contract/external-positions.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { ScreenColumns } from '#web/ui/list/list-types.ts'
import { useListState } from '#web/ui/list/use-list-state.ts'
import { buildGroupHref } from './build-group-href.ts'
import { ExternalTabs } from './external-tabs.tsx'
import { SignsNote } from './signs-note.tsx'
import { useSharedFilters } from './use-shared-filters.ts'

const institutionColumns: ScreenColumns<typeof listExternalByInstitution> = [
  { key: 'institution', phone: 1 },
  { key: 'positions', phone: 2 },
  'clients',
  'assets',
  'debts',
  { key: 'net', phone: 3 },
]

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listExternalByInstitution)

/** Open positions added up by institution: each leads to those that it is made of. */
export default function ExternalByInstitutionScreen() {
  const { t } = useTranslation('external-positions')
  const [{ filters }] = useListState(listExternalByInstitution)
  return (
    <ListScreen
      list={listExternalByInstitution}
      label={t('byInstitution.title')}
      context={(count, total) => t('byInstitution.count', { count, total })}
      contentBelow={<SignsNote />}
      contentAbove={<ExternalTabs current="institutions" />}
      filters={useSharedFilters()}
      columns={useListColumns(listExternalByInstitution, institutionColumns)}
      rowHref={({ id }: ExternalInstitutionGroup) => buildGroupHref(filters, { institution: id })}
      empty={t('byProduct.empty')}
      emptyHint={t('byProduct.emptyHint')}
    />
  )
}
