import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import tables from '#web/domain/numbers-table.module.css'
import { renderTableAmount } from '#web/domain/table-amount.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import classes from './place-figures.module.css'
import {
  calculateShare,
  figureOfColumn,
  type LineSums,
  type PlaceColumn,
  type PlaceMeasure,
  placeFigureColumns,
  toUnits,
} from './place-measures.ts'

export type DivisionLine = {
  key: string
  name: ReactNode
  /** What names it in an address of its rows. */
  filter: Record<string, string>
  sums: LineSums
  kind?: 'sum' | 'chosen'
}

type Props = {
  title: string
  /** The heading of the names. */
  heading: string
  /** In groups, each with a line between. */
  groups: readonly { key: string; heading?: string; lines: readonly DivisionLine[] }[]
  total: LineSums
  measure: PlaceMeasure
  /** Of whom and of when, for the addresses of rows; null where the person may not open them. */
  params: URLSearchParams | null
}

/** Lines with their figures and the share of one of them. Each figure opens its rows. */
export const DivisionTable = ({ title, heading, groups, total, measure, params }: Props) => {
  const { t } = useTranslation(['place-figures', 'figures'])
  const format = useFormatters()
  const columns = placeFigureColumns.filter((column) => column !== 'clients' || total.clients !== undefined)
  const shared = columns.includes(measure) ? measure : 'capital'
  const all = toUnits(total, shared)
  const renderCell = ({ sums, filter }: Pick<DivisionLine, 'sums' | 'filter'>, column: PlaceColumn) => {
    const isNothing = toUnits(sums, column) === 0n
    const shown =
      column === 'clients' || column === 'accounts'
        ? isNothing
          ? '–'
          : format.number(sums[column] ?? 0)
        : renderTableAmount(format, sums[column])
    if (!params || isNothing) return shown
    const query = new URLSearchParams([...params, ...Object.entries(filter)])
    return <Link to={`/crm/cifras/${figureOfColumn[column]}?${query}`}>{shown}</Link>
  }
  const renderCells = (line: Pick<DivisionLine, 'sums' | 'filter'>) => {
    const share = calculateShare(toUnits(line.sums, shared), all)
    return (
      <>
        {columns.map((column) => (
          <td key={column} data-aside={column !== shared || undefined}>
            {renderCell(line, column)}
          </td>
        ))}
        <td className={classes.share}>
          {share === null ? '–' : format.percent(share)}
          <span className={classes.bar} aria-hidden>
            <span style={{ width: `${Math.min(100, Math.max(0, Number(share ?? 0)))}%` }} />
          </span>
        </td>
      </>
    )
  }
  return (
    <ScrollFrame label={title} className={classes.table}>
      <table className={tables.numbers}>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {columns.map((column) => (
              <th key={column} scope="col" data-aside={column !== shared || undefined}>
                {t(`columns.${column}`)}
              </th>
            ))}
            <th scope="col">{t('columns.share')}</th>
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.key}>
            {group.heading !== undefined && (
              <tr className={classes.groupHead}>
                <th scope="colgroup" colSpan={columns.length + 2}>
                  {group.heading}
                </th>
              </tr>
            )}
            {group.lines.map((line) => (
              <tr key={line.key} data-kind={line.kind} className={classes.line}>
                <th scope="row">{line.name}</th>
                {renderCells(line)}
              </tr>
            ))}
          </tbody>
        ))}
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            {renderCells({ sums: total, filter: {} })}
          </tr>
        </tfoot>
      </table>
    </ScrollFrame>
  )
}
