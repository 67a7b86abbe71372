import { UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { type MouseEvent, memo, type PointerEvent, type ReactNode, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useCutMark } from '#web/ui/use-cut-mark.ts'
import { limitColumnWidth } from './column-prefs.ts'
import { DataCards } from './data-cards.tsx'
import classes from './data-table.module.css'
import { type DataTableProps, renderCell, type TableSorting } from './data-table-types.ts'
import type { AnyColumn, AnyRow } from './list-types.ts'
import { isRowSelected, PageCheckbox, RowCheckbox, type ToggleRow, useToggleRow } from './row-selection.tsx'
import { useDelayedFlag } from './use-delayed-flag.ts'

type HeaderCellProps = {
  column: AnyColumn
  ordering: TableSorting | undefined
  selectionCheckbox: ReactNode
  onResize: DataTableProps['onResize']
}

const getWidthStyle = ({ width }: AnyColumn) => (width ? { minWidth: width, maxWidth: width } : undefined)

/** Follows the pointer, and says how wide the column is when it is let go. Without a pointer the chooser of columns does the same. */
const startResize =
  (onResize: (width: number) => void) =>
  (event: PointerEvent<HTMLElement>): void => {
    const handle: HTMLElement = event.currentTarget
    const head = handle.closest('th')
    if (!head) return
    event.preventDefault()
    const start = head.offsetWidth - event.clientX
    const getWidth = (now: { clientX: number }): number => limitColumnWidth(start + now.clientX)
    const follow = (now: globalThis.PointerEvent): void => {
      head.style.minWidth = `${getWidth(now)}px`
      head.style.maxWidth = head.style.minWidth
    }
    handle.setPointerCapture(event.pointerId)
    handle.addEventListener('pointermove', follow)
    handle.addEventListener(
      'pointerup',
      (now) => {
        handle.removeEventListener('pointermove', follow)
        onResize(getWidth(now))
      },
      { once: true },
    )
  }

const Header = ({ column, ordering, selectionCheckbox: pick, onResize }: HeaderCellProps) => {
  const end = column.align === 'end' || undefined
  const sum = (column.total !== undefined && !column.isCount) || undefined
  const hasManyWords = column.label.split(' ').length > 2 || undefined
  const head = `${classes.cell} ${classes.head}`
  const handle = onResize && !column.isActions && (
    <span className={classes.resize} aria-hidden onPointerDown={startResize((width) => onResize(column.key, width))} />
  )
  if (!ordering?.sortable.includes(column.key)) {
    return (
      <th
        scope="col"
        className={head}
        style={getWidthStyle(column)}
        data-end={end}
        data-sum={sum}
        data-many-words={hasManyWords}
        data-actions={column.isActions}
      >
        {pick}
        {column.isActions ? <span className={classes.hidden}>{column.label}</span> : column.label}
        {handle}
      </th>
    )
  }
  const sorted = ordering.sort === column.key
  const Arrow = !sorted ? IconArrowsSort : ordering.direction === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <th
      scope="col"
      className={head}
      style={getWidthStyle(column)}
      data-end={end}
      data-sum={sum}
      data-many-words={hasManyWords}
      {...(sorted && { 'aria-sort': ordering.direction === 'asc' ? 'ascending' : 'descending' })}
    >
      {pick}
      <UnstyledButton className={classes.sort} onClick={() => ordering.onSort(column.key)}>
        {column.label}
        <Arrow size={14} className={classes.arrow} aria-hidden />
      </UnstyledButton>
      {handle}
    </th>
  )
}

type TableRowProps = {
  columns: readonly AnyColumn[]
  row: AnyRow
  href: string | undefined
  /** Undefined where rows can't be chosen. */
  isSelected: boolean | undefined
  toggleRow: ToggleRow | undefined
  label: string
}

/** Words go on in a second line before they are cut; dates, phones and amounts stay in one. */
const wordsPattern = /\p{L}\S*\s/u
/** What an account or a payment is called is never cut. */
const codePattern = /^[A-Z]{1,3}[A-Z\d-]{1,26}$/

/** Drawn again only when it changes: fifty of these are most of a page. */
const Row = memo(({ columns, row, href, isSelected, toggleRow: pick, label }: TableRowProps) => (
  <tr className={classes.row} data-link={href !== undefined || undefined} data-picked={isSelected || undefined}>
    {columns.map((column, at) => {
      const shown = renderCell(column, row)
      const wraps = typeof shown === 'string' && wordsPattern.test(shown)
      const content = wraps ? <span className={classes.lines}>{shown}</span> : shown
      const named =
        href && at === 0 ? (
          <a href={href} className={classes.link} data-row>
            {content}
          </a>
        ) : (
          content
        )
      return (
        <td
          key={column.key}
          className={`${classes.cell} ${classes.value}`}
          data-end={column.align === 'end' || undefined}
          data-wide={column.wide}
          data-wraps={wraps || undefined}
          data-code={(typeof shown === 'string' && codePattern.test(shown)) || undefined}
          style={column.width ? { maxWidth: column.width } : undefined}
          data-actions={column.isActions}
          // A long text is cut: the whole of it on hover.
          title={typeof shown === 'string' && shown !== '–' ? shown : undefined}
        >
          {at === 0 && pick ? (
            <span className={classes.named}>
              <RowCheckbox row={row} column={column} label={label} checked={isSelected === true} toggleRow={pick} />
              {named}
            </span>
          ) : (
            named
          )}
        </td>
      )
    })}
  </tr>
))

/** Opens the row that was clicked. Its name is a real link; the rest of the row follows it, and leaves alone who only marks a text. */
const useRowClick = () => {
  const navigate = useNavigate()
  return (event: MouseEvent<HTMLTableSectionElement>): void => {
    const target = event.target as Element
    const link = target.closest('tr')?.querySelector<HTMLAnchorElement>('a[data-row]')
    const href = link?.getAttribute('href')
    if (!link || !href || event.defaultPrevented) return
    const { button, ctrlKey, metaKey, altKey, shiftKey } = event
    const onLink = link.contains(target)
    if (onLink) {
      // What else a browser does with a link stays its own.
      if (button !== 0 || ctrlKey || metaKey || altKey || shiftKey) return
      event.preventDefault()
    } else if (target.closest('a, button, input') || getSelection()?.toString()) return
    if (button === 1 || ctrlKey || metaKey) window.open(href, '_blank', 'noopener')
    else if (button === 0) void navigate(href)
  }
}

const SkeletonRows = ({ columns, count }: { columns: readonly AnyColumn[]; count: number }) =>
  Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing else to be told apart by
    <tr key={at} aria-hidden>
      {columns.map((column) => (
        <td
          key={column.key}
          className={`${classes.cell} ${classes.value}`}
          data-end={column.align === 'end' || undefined}
        >
          <span className={classes.bone} />
        </td>
      ))}
    </tr>
  ))

type TableFrameProps = { label: string; fillsHeight: boolean | undefined; hasLinks: boolean; children: ReactNode }

/** Scrolls where the table is wider than its place, and shows that more stands beyond the edge. */
const TableFrame = ({ label, fillsHeight, hasLinks, children }: TableFrameProps) => {
  const frame = useRef<HTMLDivElement>(null)
  useCutMark(frame)
  return (
    <div
      ref={frame}
      className={classes.frame}
      data-fill={fillsHeight || undefined}
      // Without links inside, the keyboard could not scroll it.
      {...(!hasLinks && { role: 'group', 'aria-label': label, tabIndex: 0 })}
    >
      {children}
    </div>
  )
}

/** Where rows are cards. */
export const cardsQuery = '(max-width: 640px)'

/** Rows as a table; on a phone as cards. */
export const DataTable = (props: DataTableProps) => {
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
    dense,
    fillsHeight,
    onResize,
    rowSelection,
  } = props
  const { t } = useTranslation('list')
  const open = useRowClick()
  const converted = useSession((state) => state.activeCurrency !== 'EUR')
  const dimmed = useDelayedFlag(busy === true)
  const pick = useToggleRow(rows, rowSelection?.put)
  const phone = useMediaQuery(cardsQuery, undefined, { getInitialValueInEffect: false })
  if (phone || props.readingPane) return <DataCards {...props} toggleRow={rowSelection && pick} />
  const isWaiting = !rows || !totals
  const pickPage = rowSelection && <PageCheckbox rowSelection={rowSelection} rows={rows} />
  return (
    <TableFrame label={label} fillsHeight={fillsHeight} hasLinks={Boolean(rowHref || ordering)}>
      <table
        className={classes.table}
        aria-label={label}
        aria-busy={busy || !rows}
        data-dimmed={dimmed || undefined}
        data-dense={dense || undefined}
        data-converted={converted || undefined}
      >
        <thead>
          <tr>
            {columns.map((column, at) => (
              <Header
                key={column.key}
                column={column}
                ordering={ordering}
                selectionCheckbox={at === 0 && pickPage}
                onResize={onResize}
              />
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the link of each row. */}
        <tbody onClick={open} onAuxClick={open}>
          {rows ? (
            rows.map((row) => (
              <Row
                key={String(row.id)}
                columns={columns}
                row={row}
                href={rowHref?.(row)}
                isSelected={rowSelection && isRowSelected(rowSelection, row)}
                toggleRow={rowSelection && pick}
                label={rowSelection ? t('select.row') : ''}
              />
            ))
          ) : (
            <SkeletonRows columns={columns} count={expected} />
          )}
        </tbody>
        {/* Out of sight until it is known, and another one then: under the skeletons it would jump when the rows come. */}
        {(totals || awaitsTotals) && columns.some((column) => column.total) && (
          <tfoot key={String(isWaiting)} data-waiting={isWaiting || undefined}>
            <tr>
              {columns.map((column, at) => (
                <td
                  key={column.key}
                  className={`${classes.cell} ${classes.sum}`}
                  data-actions={column.isActions}
                  data-end={column.align === 'end' || undefined}
                >
                  {column.total && totals ? column.total(totals) : at === 0 && t('total')}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </TableFrame>
  )
}
