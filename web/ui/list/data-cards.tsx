import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './data-cards.module.css'
import table from './data-table.module.css'
import { type DataTableProps, renderCell } from './data-table-types.ts'
import type { AnyColumn, AnyRow } from './list-types.ts'
import { isRowSelected, PageCheckbox, RowCheckbox, type ToggleRow } from './row-selection.tsx'
import { SortSelect } from './sort-select.tsx'
import { useDelayedFlag } from './use-delayed-flag.ts'

const CardField = ({ column, row, end }: { column: AnyColumn | undefined; row: AnyRow; end?: true }) =>
  column && (
    <span className={end && classes.cardEnd}>
      <span className={classes.cardLabel}>{column.label}</span>
      {renderCell(column, row)}
    </span>
  )

type Props = DataTableProps & { toggleRow: ToggleRow | undefined }

/** Rows as cards, each with the three columns that matter. */
export const DataCards = (props: Props) => {
  const {
    label,
    columns,
    rows,
    expected = 3,
    rowHref,
    ordering,
    totals,
    awaitsTotals,
    busy,
    rowSelection,
    toggleRow,
    readingPane,
  } = props
  const { t } = useTranslation('list')
  const dimmed = useDelayedFlag(busy === true)
  const [title, second, third] = [1, 2, 3].map((place) => columns.find((column) => column.phone === place))
  const beside = columns.find((column) => column.phone === 'beside')
  const card = (row: AnyRow): ReactNode => (
    <>
      <span className={classes.cardTitle}>{title && renderCell(title, row)}</span>
      <CardField column={second} row={row} />
      <CardField column={third} row={row} end />
    </>
  )
  const skeletons = Array.from({ length: Math.min(expected, 8) }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing else to be told apart by, but aren't the row of that id
    <li key={`bone ${at}`} className={classes.card} data-bone={second || third ? 'fields' : 'title'} aria-hidden>
      <span className={table.bone} />
    </li>
  ))
  const sums = totals || awaitsTotals ? columns.filter((column) => column.total) : []
  return (
    <>
      {(rowSelection || ordering) && (
        <div className={classes.cardTools}>
          {rowSelection && <PageCheckbox rowSelection={rowSelection} rows={rows} target="cards" />}
          {ordering && <SortSelect ordering={ordering} columns={columns} />}
        </div>
      )}
      <ul
        className={classes.cards}
        aria-label={label}
        aria-busy={busy || !rows}
        data-dimmed={dimmed || undefined}
        data-fill={readingPane !== undefined || undefined}
      >
        {rows?.map((row) => {
          const href = rowHref?.(row)
          const picked = rowSelection && isRowSelected(rowSelection, row)
          const current = readingPane?.currentId === String(row.id) || undefined
          return (
            <li
              key={String(row.id)}
              className={beside || toggleRow ? classes.cardFrame : undefined}
              data-picked={picked || undefined}
              data-current={current}
            >
              {title && toggleRow && (
                <RowCheckbox
                  row={row}
                  column={title}
                  label={t('select.row')}
                  checked={picked === true}
                  toggleRow={toggleRow}
                  target="card"
                />
              )}
              {href ? (
                <Link
                  to={href}
                  className={classes.card}
                  aria-current={current}
                  onFocus={() => readingPane?.onRowFocus(String(row.id))}
                  data-row
                >
                  {card(row)}
                </Link>
              ) : (
                <div className={classes.card}>{card(row)}</div>
              )}
              {beside && <div className={classes.beside}>{renderCell(beside, row)}</div>}
            </li>
          )
        }) ?? skeletons}
      </ul>
      {/* Out of sight until they are known: they would jump when the rows come. */}
      {sums.length > 0 && (
        <div className={classes.cardTotals} data-waiting={!rows || !totals || undefined}>
          {sums.map((column) => (
            <span key={column.key}>
              {/* Sums that stand under a column of words bring words of their own. */}
              <span className={classes.cardLabel}>
                {column.align === 'end' ? `${t('total')} · ${column.label}` : t('total')}
              </span>
              {totals ? column.total?.(totals) : '\u00a0'}
            </span>
          ))}
        </div>
      )}
    </>
  )
}
