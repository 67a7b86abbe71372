import { goalFigures } from '#contract/figures/keys.ts'
import { type PanelTile, panelTileRows } from '#contract/firm-panel/tiles.ts'
import type { PanelPoint } from '#contract/firm-panel.ts'
import type { GoalMeasure } from '#contract/goals/kinds.ts'
import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'

/** What the rows of a tile are asked with. */
type Days = { from: string; to: string }

/** The rows of a figure, of whom the parameters say. */
export const buildFigureHref = (
  figure: string,
  { from, to }: Days,
  params: URLSearchParams,
  parts?: readonly string[] | null,
) => {
  const query = new URLSearchParams({ range: 'custom', from, to })
  if (parts) query.set('part', parts.join(','))
  for (const [name, value] of params) query.set(name, value)
  return `/crm/cifras/${figure}?${query}`
}

const shift = (day: string, days: number): string => toIsoDate(parseDay(day) + days)

/** So many days ahead. */
export const getDaysAhead = (day: string, days: number): Days => ({ from: shift(day, 1), to: shift(day, days) })

type TileDay = Pick<PanelPoint, 'month' | 'through'> & { maturityDays: number }

/** Where the rows of a tile are: as of the last day of a month, or of that month. */
export const buildTileHref = (
  tile: PanelTile,
  { month, through, maturityDays }: TileDay,
  params: URLSearchParams,
): string => {
  if (tile === 'retention') return `/crm/Vencimientos/renovacion?month=${month.slice(0, 7)}`
  const { figure, parts } = panelTileRows[tile]
  if (tile === 'maturities') return buildFigureHref(figure, getDaysAhead(through, maturityDays), params)
  const isFlow = tile === 'in' || tile === 'out' || tile === 'net'
  return buildFigureHref(figure, { from: isFlow ? month : through, to: through }, params, parts)
}

/** The captation of a month. */
export const buildMonthHref = (month: string, params: URLSearchParams): string =>
  `/crm/mes?${new URLSearchParams([...params, ['month', month.slice(0, 7)]])}`

/** What was credited in a month up to one of its days, as goals are measured: of a month that runs no more than it is compared with. */
export const buildCreditedHref = (measure: GoalMeasure, through: string, params: URLSearchParams): string =>
  buildFigureHref(goalFigures[measure], { from: `${through.slice(0, 7)}-01`, to: through }, params)

/** What changed from a day to another. */
export const buildChangeHref = ({ from, to }: Days, params: URLSearchParams): string =>
  `/crm/PanelDireccion/cambio?${new URLSearchParams([...params, ['from', from], ['to', to]])}`

/** Where a change from a month to the next one is told: of stocks and flows the difference of the balance, of clients those who came. */
export const findMonthChangeHref = (
  tile: PanelTile | 'captation',
  before: PanelPoint,
  point: PanelPoint,
  params: URLSearchParams,
): string | null => {
  if (tile === 'clients') return buildFigureHref('registeredClients', { from: point.month, to: point.through }, params)
  if (tile === 'capital' || tile === 'in' || tile === 'out' || tile === 'net')
    return buildChangeHref({ from: before.through, to: point.through }, params)
  return null
}

/** The same day some months before. */
export const getMonthsBefore = (day: string, months: number): string => toIsoDate(addMonths(parseDay(day), -months))

/** The last day of the month, or of the year, before. */
export const getMonthEndBefore = (day: string): string => shift(`${day.slice(0, 7)}-01`, -1)
export const getYearEndBefore = (day: string): string => shift(`${day.slice(0, 4)}-01-01`, -1)
