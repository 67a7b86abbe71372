import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { listProducts, type ProductRow, productFamilies, productLines } from '#contract/products.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices } from '#web/ui/list/list-types.ts'
import { renderSaleBadge } from './sale-badge.tsx'

type ProductList = typeof listProducts

const useProductFilters = (): FilterChoices<ProductList> => {
  const { t } = useTranslation('products')
  return useMemo(
    () => ({
      search: { control: 'search', label: t('search') },
      family: {
        control: 'select',
        label: t('fields.family'),
        alwaysShown: true,
        options: productFamilies
          .filter((family) => family !== 'current')
          .map((value) => ({ value, label: t(`families.${value}`) })),
      },
      line: {
        control: 'select',
        label: t('fields.line'),
        alwaysShown: true,
        options: productLines.map((value) => ({ value, label: t(`lines.${value}`) })),
      },
      onSale: { control: 'yesNo', label: t('fields.onSale'), alwaysShown: true },
    }),
    [t],
  )
}

/** '2,9 % – 3,1 %', or the one rate that all have. */
export const useFormatRateRange = () => {
  const { t } = useTranslation('products')
  const format = useFormatters()
  return ({ rateFrom, rateTo, accrues }: Pick<ProductRow, 'rateFrom' | 'rateTo' | 'accrues'>): string => {
    if (!accrues) return t('neverEarns')
    if (rateFrom === null || rateTo === null) return '–'
    const from = format.rate(rateFrom)
    const to = format.rate(rateTo)
    return from === to ? from : t('rateRange', { from, to })
  }
}

const useProductColumns = () => {
  const { t } = useTranslation('products')
  const format = useFormatters()
  const range = useFormatRateRange()
  return useListColumns(listProducts, [
    { key: 'name', phone: 1 },
    'code',
    'family',
    { key: 'line', optional: true },
    { key: 'termMonths', cell: (count) => (count === null ? t('noTerm') : format.number(count)) },
    'payout',
    { key: 'dayCount', optional: true },
    'minimum',
    {
      key: 'maximum',
      optional: true,
      cell: (amount) => (amount === null ? t('noLimit') : renderAmount(format, amount)),
    },
    { key: 'rateFrom', label: t('fields.rate'), phone: 3, cell: (_, product) => range(product) },
    {
      key: 'onSale',
      phone: 2,
      cell: (onSale) => renderSaleBadge(onSale, t(onSale ? 'state.onSale' : 'state.offSale')),
    },
  ])
}

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listProducts)

const buildProductHref = createRowHref('/crm/Productos')

/** What the firm offers, with the rates of today. */
export default function ProductsScreen() {
  const { t } = useTranslation('products')
  const mayCreate = usePermission('bt_Productos', 'create')
  return (
    <ListScreen
      list={listProducts}
      label={t('title')}
      canStartFromEmpty
      action={
        mayCreate && (
          <Button component={Link} to="/crm/Productos/nuevo" leftSection={<IconPlus size={16} aria-hidden />}>
            {t('create.action')}
          </Button>
        )
      }
      context={(count, total) => t('count', { count, total })}
      filters={useProductFilters()}
      columns={useProductColumns()}
      rowHref={buildProductHref}
      empty={t('empty')}
      emptyHint={t('emptyHint')}
    />
  )
}
