import { type ComponentProps, useCallback, useEffect, useRef } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import cards from './data-cards.module.css'
import classes from './data-table.module.css'
import { getRowName, type RowSelection } from './data-table-types.ts'
import type { AnyColumn, AnyRow } from './list-types.ts'

/** Chooses a row, or with the Shift key all from the one that was chosen last. */
export type ToggleRow = (id: string, on: boolean, range: boolean) => void

const listRowIds = (rows: readonly AnyRow[]): string[] => rows.map(({ id }) => String(id))

/** The same function for all rows, whatever they are by now: they are drawn again only where they change. */
export const useToggleRow = (rows: readonly AnyRow[] | undefined, put: RowSelection['put'] | undefined): ToggleRow => {
  const last = useRef<string | null>(null)
  const shown = useRef<readonly string[]>([])
  useEffect(() => {
    shown.current = listRowIds(rows ?? [])
  }, [rows])
  return useCallback(
    (id, on, range) => {
      const ends = [id, range && last.current !== null ? last.current : id].map((one) => shown.current.indexOf(one))
      const from = Math.min(...ends)
      const to = Math.max(...ends)
      put?.(from < 0 ? [id] : shown.current.slice(from, to + 1), on)
      last.current = id
    },
    [put],
  )
}

export const isRowSelected = ({ ids, matching }: RowSelection, row: AnyRow): boolean =>
  matching || ids.has(String(row.id))

/** On cards a box is as large as a finger: `card` in the corner of one, `cards` before all of them, in words. */
type CheckboxTarget = 'card' | 'cards' | undefined

type SelectionCheckboxProps = {
  label: string
  checked: boolean
  onPick: ((on: boolean, range: boolean) => void) | undefined
  target: CheckboxTarget
}

/** The box of a row, or of all that the page has. */
const SelectionCheckbox = ({ label, checked, onPick, target }: SelectionCheckboxProps) => {
  const attributes: ComponentProps<'input'> = {
    type: 'checkbox',
    className: (target ? cards : classes).pick,
    'aria-label': label,
    checked,
    disabled: !onPick,
    // A box changes with a click, whatever caused it.
    onChange: ({ currentTarget, nativeEvent }) =>
      onPick?.(currentTarget.checked, nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey),
  }
  if (!target) return <input {...attributes} />
  return (
    <label className={target === 'card' ? cards.pickTarget : cards.pickAll}>
      <input {...attributes} />
      {target === 'cards' && label}
    </label>
  )
}

type RowCheckboxProps = {
  row: AnyRow
  column: AnyColumn
  label: string
  checked: boolean
  toggleRow: ToggleRow
  target?: CheckboxTarget
}

/** The box of a row, called as `column` calls it. */
export const RowCheckbox = ({ row, column, label, checked, toggleRow, target }: RowCheckboxProps) => (
  <SelectionCheckbox
    label={`${label}: ${getRowName(row, column)}`}
    checked={checked}
    onPick={(on, range) => toggleRow(String(row.id), on, range)}
    target={target}
  />
)

type PageCheckboxProps = { rowSelection: RowSelection; rows: readonly AnyRow[] | undefined; target?: CheckboxTarget }

/** The box of all rows of the page; there before they are, so that what stands behind it doesn't move when they come. */
export const PageCheckbox = ({ rowSelection, rows, target }: PageCheckboxProps) => {
  const { t } = useTranslation('list')
  return (
    <SelectionCheckbox
      label={t('select.page')}
      checked={rows !== undefined && rows.length > 0 && rows.every((row) => isRowSelected(rowSelection, row))}
      onPick={rows && ((on) => rowSelection.put(listRowIds(rows), on))}
      target={target}
    />
  )
}
