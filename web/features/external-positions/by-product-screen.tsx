import { useMemo } from 'react'
import { type ExternalProductGroup, listExternalByProduct } from '#contract/external-positions.ts'
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

type ProductGroupList = typeof listExternalByProduct

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listExternalByProduct)

/** Open positions added up by product: each leads to those that it is made of. */
export default function ExternalByProductScreen() {
  const { t } = useTranslation('external-positions')
  const [{ filters }] = useListState(listExternalByProduct)
  const columns = useMemo(
    (): ScreenColumns<ProductGroupList> => [
      { key: 'productName', phone: 1, cell: (name) => name ?? t('byProduct.none') },
      { key: 'institution', phone: 2, cell: (institution) => institution ?? '–' },
      'kind',
      'positions',
      'clients',
      'assets',
      'debts',
      { key: 'net', phone: 3 },
    ],
    [t],
  )
  return (
    <ListScreen
      list={listExternalByProduct}
      label={t('byProduct.title')}
      context={(count, total) => t('byProduct.count', { count, total })}
      contentBelow={<SignsNote />}
      contentAbove={<ExternalTabs current="products" />}
      filters={useSharedFilters()}
      columns={useListColumns(listExternalByProduct, columns)}
      rowHref={({ id }: ExternalProductGroup) => buildGroupHref(filters, { product: id })}
      empty={t('byProduct.empty')}
      emptyHint={t('byProduct.emptyHint')}
    />
  )
}
