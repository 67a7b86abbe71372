/** How somebody likes one list: columns in their order, which of them are hidden, how wide some are, how tall rows are. Kept in their browser. */
export type ListPrefs = {
  order: readonly string[]
  hidden: readonly string[]
  shown: readonly string[]
  /** In pixels, of columns that were set by hand. */
  widths: Readonly<Record<string, number>>
  /** Of all lists of the person. */
  dense: boolean
}

export const noPrefs: ListPrefs = { order: [], hidden: [], shown: [], widths: {}, dense: false }

const isStringArray = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((key) => typeof key === 'string')

/** No column is narrower than a date, or wider than a sentence. */
export const limitColumnWidth = (width: number): number => Math.round(Math.min(640, Math.max(64, width)))

const readWidths = (value: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries(value ?? {}).flatMap(([key, width]) =>
      Number.isFinite(width) ? [[key, limitColumnWidth(Number(width))]] : [],
    ),
  )

/** What was stored, or nothing where it can't be read. */
export const readPrefs = (stored: string | null): ListPrefs => {
  try {
    const { order, hidden, shown, widths, dense } = JSON.parse(stored ?? '')
    const sound = isStringArray(order) && isStringArray(hidden) && isStringArray(shown) && typeof dense === 'boolean'
    return sound ? { order, hidden, shown, widths: readWidths(widths), dense } : noPrefs
  } catch {
    return noPrefs
  }
}

type OrderableColumn = { key: string; optional?: true }

/** All columns in the person's order. One that is new since they chose comes after the column that it follows by default; the first column stays first. */
export const orderColumns = <C extends OrderableColumn>(columns: readonly C[], prefs: ListPrefs): C[] => {
  const [first, ...rest] = columns
  if (!first) return []
  const chosen = prefs.order.flatMap((key) => rest.find((column) => column.key === key) ?? [])
  rest.forEach((column, at) => {
    if (chosen.includes(column)) return
    const before = rest[at - 1]
    chosen.splice(before ? chosen.indexOf(before) + 1 : 0, 0, column)
  })
  return [first, ...chosen]
}

/** If the column is shown: as the person chose, else as the list comes. The first column is always there, it is the row's link. */
export const isColumnShown = (column: OrderableColumn, prefs: ListPrefs): boolean =>
  prefs.shown.includes(column.key) || (!column.optional && !prefs.hidden.includes(column.key))

/** Shows or hides a column. */
export const toggleColumn = (prefs: ListPrefs, column: OrderableColumn): ListPrefs => {
  const others = (keys: readonly string[]) => keys.filter((key) => key !== column.key)
  return isColumnShown(column, prefs)
    ? { ...prefs, shown: others(prefs.shown), hidden: [...others(prefs.hidden), column.key] }
    : { ...prefs, shown: [...others(prefs.shown), column.key], hidden: others(prefs.hidden) }
}

/** Moves a column one place; the first column and the ends stay where they are. */
export const moveColumn = (
  prefs: ListPrefs,
  columns: readonly OrderableColumn[],
  key: string,
  by: -1 | 1,
): ListPrefs => {
  const order = orderColumns(columns, prefs).map((column) => column.key)
  const from = order.indexOf(key)
  const to = from + by
  if (from < 1 || to < 1 || to >= order.length) return prefs
  order.splice(from, 1)
  order.splice(to, 0, key)
  return { ...prefs, order: order.slice(1) }
}

/** Sets the width of a column. */
export const setColumnWidth = (prefs: ListPrefs, key: string, width: number): ListPrefs => ({
  ...prefs,
  widths: { ...prefs.widths, [key]: limitColumnWidth(width) },
})
