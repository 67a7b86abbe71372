import { type ComponentType, useMemo, useRef } from 'react'
import layoutClasses from '#web/ui/layout.module.css'
import { DataTable } from './data-table.tsx'
import type { DataTableProps } from './data-table-types.ts'
import type { AnyRow } from './list-types.ts'
import { moveRowFocus } from './row-focus.ts'
import { useKeyBindings } from './use-key-bindings.ts'
import { usePeek, withPeekColumn } from './use-peek.tsx'

type Props = Pick<DataTableProps, 'label' | 'columns' | 'ordering' | 'totals'> & {
  rows: readonly AnyRow[]
  rowHref: (row: never) => string
  /** What is shown of a row beside the table; undefined where the person may not see it. */
  peek: ComponentType<{ row: never }> | undefined
}

/** The one table of a page that is no list: its rows go by j and k, and their records are shown beside it, as in a list. */
export const PeekTable = ({ rows, rowHref, peek: content, columns, ...table }: Props) => {
  const frame = useRef<HTMLDivElement>(null)
  const peek = usePeek({
    frame,
    rows,
    content: content as ComponentType<{ row: AnyRow }> | undefined,
    buildHref: rowHref as (row: AnyRow) => string,
  })
  const moveFocus = (by: 1 | -1): void => {
    moveRowFocus(frame.current, by)
    peek.follow()
  }
  useKeyBindings({ j: () => moveFocus(1), k: () => moveFocus(-1), ...(content && { p: peek.toggle }) })
  const { column } = peek
  const shown = useMemo(() => withPeekColumn(columns, column), [columns, column])
  return (
    <div ref={frame} className={layoutClasses.tightStack}>
      <DataTable {...table} columns={shown} rows={rows} rowHref={rowHref} />
      {peek.panel}
    </div>
  )
}
