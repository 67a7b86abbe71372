import type { ListViewState } from '#contract/list-views.ts'
import type { ListPrefs } from './column-prefs.ts'
import type { ListState } from './list-url-state.ts'

/** What a view keeps of the list in sight: not the page. */
export const toViewState = (
  { filters, sort, direction }: Pick<ListState, 'filters' | 'sort' | 'direction'>,
  prefs: Omit<ListPrefs, 'widths'>,
): ListViewState => ({
  filters: { ...filters },
  sort,
  direction,
  columns: { order: [...prefs.order], hidden: [...prefs.hidden], shown: [...prefs.shown], dense: prefs.dense },
})

const describeState = ({ filters, sort, direction, columns }: ListViewState): string =>
  JSON.stringify([
    Object.entries(filters)
      .map(([key, value]) => [key, value.split(',').sort().join()])
      .sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
    sort,
    direction,
    columns.order,
    [...columns.hidden].sort(),
    [...columns.shown].sort(),
    columns.dense,
  ])

/** True if both show the same, in whatever order values and columns were chosen. */
export const isSameView = (one: ListViewState, other: ListViewState): boolean =>
  describeState(one) === describeState(other)
