import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { externalKinds } from '#contract/external-positions/kinds.ts'
import {
  type ExternalProductRow,
  listExternalProducts,
  setExternalProductClosed,
} from '#contract/external-positions/products.ts'
import { callEndpoint } from '#web/core/call.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { stateStyles } from '#web/domain/state-styles.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import type { RowAction } from '#web/ui/list/row-menu-types.ts'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import { buildGroupHref } from './build-group-href.ts'
import { ExternalTabs } from './external-tabs.tsx'

type ProductList = typeof listExternalProducts

/** Comes with the first product that is added or edited. */
const LazyProductDialog = lazy(() => import('./product-dialog.tsx'))

const useProductFilters = (): FilterChoices<ProductList> => {
  const { t } = useTranslation('external-positions')
  return useMemo(
    () => ({
      search: { control: 'search', label: t('catalogue.search') },
      kind: {
        control: 'select',
        label: t('fields.kind'),
        alwaysShown: true,
        options: externalKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
      closed: { control: 'yesNo', label: t('fields.isClosed'), alwaysShown: true },
    }),
    [t],
  )
}

const useProductColumns = () => {
  const { t } = useTranslation('external-positions')
  const columns = useMemo(
    (): ScreenColumns<ProductList> => [
      { key: 'name', phone: 1 },
      { key: 'institution', phone: 2 },
      'kind',
      { key: 'terms', wide: true, cell: (terms) => terms || '–' },
      {
        key: 'isClosed',
        label: t('fields.state'),
        phone: 3,
        cell: (isClosed) => {
          const [tone, icon] = isClosed ? stateStyles.canceled : stateStyles.done
          return <StatusBadge tone={tone} icon={icon} label={t(isClosed ? 'catalogue.retired' : 'catalogue.current')} />
        },
      },
    ],
    [t],
  )
  return useListColumns(listExternalProducts, columns)
}

const buildProductHref = ({ id }: ExternalProductRow): string => buildGroupHref({}, { product: id })

/** What may be done with a product of the catalogue, and what came of it. */
const useProductActions = () => {
  const { t } = useTranslation('external-positions')
  const mayEdit = usePermission('bt_Productos_Externos', 'edit')
  const messages = useResultMessage()
  const { run } = useAction()
  /** Null: a new one. */
  const [edited, setEdited] = useState<ExternalProductRow | null | undefined>(undefined)
  const sendClosed = async ({ id, name }: ExternalProductRow, version: number, isClosed: boolean) => {
    const done = await callEndpoint(
      setExternalProductClosed,
      { params: { productId: id }, body: { version, isClosed } },
      { refreshOnRefusal: true },
    )
    return { version: done.version, text: t(isClosed ? 'catalogue.closed' : 'catalogue.reopened', { name }) }
  }
  const toggleClosed = (product: ExternalProductRow): void =>
    void run(async () => {
      try {
        const { text, version } = await sendClosed(product, product.version, !product.isClosed)
        messages.show({ text, undo: async () => (await sendClosed(product, version, product.isClosed)).text })
      } catch (error) {
        messages.showFailure(error)
      }
    })
  const rowActions = (product: ExternalProductRow): RowAction[] => [
    { key: 'positions', label: t('catalogue.positions'), href: buildProductHref(product) },
    ...(mayEdit
      ? [
          { key: 'edit', label: t('catalogue.edit'), run: () => setEdited(product) },
          {
            key: 'closed',
            label: t(product.isClosed ? 'catalogue.reopen' : 'catalogue.close'),
            run: () => toggleClosed(product),
          },
        ]
      : []),
  ]
  return {
    rowActions,
    add: () => setEdited(null),
    message: <ResultMessage messages={messages} />,
    dialog: edited !== undefined && (
      <Suspense>
        <LazyProductDialog
          product={edited}
          onDone={(text) => messages.show({ text })}
          onClose={() => setEdited(undefined)}
        />
      </Suspense>
    ),
  }
}

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listExternalProducts)

/** Products of other institutions, in which positions are noted. */
export default function ExternalCatalogueScreen() {
  const { t } = useTranslation('external-positions')
  const mayCreate = usePermission('bt_Productos_Externos', 'create')
  const { rowActions, add, message, dialog } = useProductActions()
  return (
    <>
      <ListScreen
        list={listExternalProducts}
        label={t('catalogue.title')}
        context={(count, total) => t('catalogue.count', { count, total })}
        canStartFromEmpty
        action={
          mayCreate && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
              {t('catalogue.add')}
            </Button>
          )
        }
        contentAbove={
          <>
            <ExternalTabs current="catalogue" />
            {message}
          </>
        }
        filters={useProductFilters()}
        columns={useProductColumns()}
        rowHref={buildProductHref}
        rowActions={rowActions}
        empty={t('catalogue.empty')}
        emptyHint={t('catalogue.emptyHint')}
      />
      {dialog}
    </>
  )
}
