/** The row that has the focus, else the one whose record stands beside the list. */
export const findCurrentRow = (rows: readonly HTMLElement[]): HTMLElement | undefined =>
  rows.find((row) => row === document.activeElement) ?? rows.find((row) => row.ariaCurrent === 'true')

export const listRowElements = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
]

/** Moves the focus to the next or previous row; from elsewhere to the first or last. */
export const moveRowFocus = (list: HTMLElement | null, by: 1 | -1): void => {
  const rows = listRowElements(list)
  const current = findCurrentRow(rows)
  const at = current ? rows.indexOf(current) : -1
  const next = at < 0 ? (by === 1 ? 0 : rows.length - 1) : at + by
  rows[next]?.focus()
}
