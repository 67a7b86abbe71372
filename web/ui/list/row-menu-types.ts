/** What can be done with one row: a step of its own, or an address. */
export type RowAction = { key: string; label: string } & ({ run: () => void } | { href: string })

export type RowMenuProps = {
  /** Whose actions these are. */
  label: string
  /** Called when the menu opens, not for each row of a page. */
  listActions: () => readonly RowAction[]
}
