import type { ReactElement } from 'react'

/** What can be done with one row: a step of its own, or an address. */
export type RowAction = { key: string; label: string } & ({ run: () => void } | { href: string })

/** Actions, or the items of the menu themselves where what they need comes with the first menu. */
export type RowActions = readonly RowAction[] | ReactElement

export type RowMenuProps = {
  /** Whose actions these are. */
  label: string
  /** Called when the menu opens, not for each row of a page. */
  listActions: () => RowActions
  /** The record of the row, where it has one. */
  buildHref?: () => string | undefined
}
