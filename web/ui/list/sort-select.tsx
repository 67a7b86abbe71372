import { NativeSelect } from '@mantine/core'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './data-cards.module.css'
import type { TableSorting } from './data-table-types.ts'
import type { AnyColumn } from './list-types.ts'

type Props = { ordering: TableSorting; columns: readonly AnyColumn[] }

/** The order of cards, which have no headings to press: by each column, in both directions. */
export const SortSelect = ({ ordering, columns }: Props) => {
  const { t } = useTranslation('list')
  const { sort, direction, sortable, onSort } = ordering
  const sortableColumns = columns.filter(({ key }) => sortable.includes(key))
  if (sortableColumns.length === 0) return null
  const listed = sortableColumns.some(({ key }) => key === sort)
  return (
    <NativeSelect
      className={classes.sortSelect!}
      aria-label={t('sort.label')}
      value={`${sort} ${direction}`}
      data={[
        // The list comes in an order of its own, by what no column shows.
        ...(listed ? [] : [{ value: `${sort} ${direction}`, label: t('sort.label') }]),
        ...sortableColumns.flatMap(({ key, label }) =>
          (['asc', 'desc'] as const).map((value) => ({
            value: `${key} ${value}`,
            label: t(`sort.${value}`, { column: label }),
          })),
        ),
      ]}
      onChange={({ currentTarget }) => {
        const [key = sort, chosen] = currentTarget.value.split(' ')
        onSort(key, chosen === 'desc' ? 'desc' : 'asc')
      }}
    />
  )
}
