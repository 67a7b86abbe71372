import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FigureKey } from '#contract/figures/keys.ts'
import type { ProductFigures } from '#contract/figures/product-study.ts'
import { type Formatters, useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import tables from '#web/domain/numbers-table.module.css'
import { renderTableAmount } from '#web/domain/table-amount.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'

/** `productId` null: of all products. */
export type ProductStudyRow = {
  key: string
  head: ReactNode
  days: { from: string; through: string }
  productId: string | null
  figures: ProductFigures
}

type Cell = {
  key:
    | 'inflow'
    | 'outflow'
    | 'transfers'
    | 'averageBalance'
    | 'ended'
    | 'lifeDays'
    | 'matured'
    | 'retention'
    | 'penalties'
  figure: FigureKey
  part?: string
  /** Null where there is nothing to show, and no rows to open. */
  text: (figures: ProductFigures, format: Formatters) => ReactNode
}

type MoneyKey = 'inflow' | 'outflow' | 'transfers' | 'averageBalance' | 'matured' | 'penalties'

const buildMoneyCell = (key: MoneyKey, figure: FigureKey, part?: string): Cell => ({
  key,
  figure,
  ...(part && { part }),
  text: (figures, format) => (figures[key] === '0.00' ? null : renderTableAmount(format, figures[key])),
})

/** The columns in their order, each with what shows its rows. */
const cells: readonly Cell[] = [
  buildMoneyCell('inflow', 'flows', 'contribution'),
  buildMoneyCell('outflow', 'outflows'),
  buildMoneyCell('transfers', 'flows', 'transfer'),
  buildMoneyCell('averageBalance', 'averageBalance'),
  { key: 'ended', figure: 'endedAccounts', text: ({ ended }, format) => (ended === 0 ? null : format.number(ended)) },
  {
    key: 'lifeDays',
    figure: 'endedAccounts',
    text: ({ lifeDays }, format) => (lifeDays === null ? null : format.decimal(lifeDays)),
  },
  buildMoneyCell('matured', 'maturedMoney'),
  {
    key: 'retention',
    figure: 'maturedMoney',
    text: ({ retention }, format) => (retention === null ? null : format.percent(retention)),
  },
  buildMoneyCell('penalties', 'flows', 'penalty'),
]

type Props = {
  label: string
  heading: string
  lines: readonly ProductStudyRow[]
  total: ProductStudyRow
  /** Of whom, as an address says it. */
  person: Readonly<Record<string, string>>
  isOpening: boolean
}

/** What products did, a line each; every number opens the rows that it is made of. */
export const ProductStudyTable = ({ label, heading, lines, total, person, isOpening }: Props) => {
  const { t } = useTranslation(['product-figures', 'figures'])
  const format = useFormatters()
  const renderCell = (
    { days: { from, through }, productId, figures }: ProductStudyRow,
    { key, figure, part, text }: Cell,
  ) => {
    const shown = text(figures, format)
    const query = new URLSearchParams({
      range: 'custom',
      from,
      to: through,
      ...person,
      ...(productId && { product: productId }),
      ...(part && { part }),
    })
    return (
      <td key={key}>
        {shown === null ? '–' : isOpening ? <Link to={`/crm/cifras/${figure}?${query}`}>{shown}</Link> : shown}
      </td>
    )
  }
  // Of insurance nothing matures, and few products have penalties: a column without a number says nothing.
  const shownCells = cells.filter(({ text }) => [...lines, total].some(({ figures }) => text(figures, format) !== null))
  const renderLine = (line: ProductStudyRow) => (
    <tr key={line.key}>
      <th scope="row">{line.head}</th>
      {shownCells.map((cell) => renderCell(line, cell))}
    </tr>
  )
  return (
    <ScrollFrame label={label}>
      <table className={tables.numbers}>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {shownCells.map(({ key }) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{lines.map(renderLine)}</tbody>
        <tfoot>{renderLine(total)}</tfoot>
      </table>
    </ScrollFrame>
  )
}
