import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { flowParts, nobodysId } from '#contract/figures/keys.ts'
import type { ChangeGrouping } from '#contract/firm-panel/tiles.ts'
import type { ChangeLine, getPanelChange } from '#contract/firm-panel.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { centsToAmount, formatScaledDecimal, toCents } from '#rules/cents.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import figures from '#web/domain/figures/figures.module.css'
import { renderLinkedAmount } from '#web/domain/linked-value.tsx'
import tables from '#web/domain/numbers-table.module.css'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { buildFigureHref } from './panel-address.ts'

type Change = ResponseBody<typeof getPanelChange>
type Props = { change: Change; by: ChangeGrouping; params: URLSearchParams }

/** So many lines say what matters; the others are one click away. */
const shownLines = 40

type FlowPart = (typeof flowParts)[number]

/** Flows of one column stand under each other: all of them beside each other would be wider than a window. */
const columnOfFlow = {
  contribution: 0,
  interest: 1,
  bonus: 1,
  withholding: 2,
  penalty: 2,
  withdrawal: 3,
  cancellation: 3,
  maturity: 4,
  transfer: 4,
  fee: 5,
  adjustment: 5,
} as const satisfies Record<FlowPart, number>

/** The flows there were, each column by itself. */
const groupByColumn = (flows: ChangeLine['flows']): FlowPart[][] =>
  [...new Set(Object.values(columnOfFlow))]
    .map((column) =>
      flowParts.filter((part) => columnOfFlow[part] === column && flows.some((flow) => flow.part === part)),
    )
    .filter((parts) => parts.length > 0)

/** What stands there, and the second of two in a line of its own. */
const renderPair = ([first, second]: readonly ReactNode[]): ReactNode => (
  <>
    {first}
    {second !== undefined && <span className={tables.beneath}>{second}</span>}
  </>
)

/** Per cent with one decimal of what changed in all, with its sign. */
const toShareOf = (part: string, whole: string): string | null => {
  const size = toCents(whole)
  if (size === 0n) return null
  const share = (toCents(part) * 2000n) / (2n * size)
  return formatScaledDecimal(share, 1)
}

/** The rows of a line, divided as `by` says; null: of all of them. */
const useLineLinks = (
  { change: { from, to }, params }: Pick<Props, 'change' | 'params'>,
  by: ChangeGrouping | null,
) => {
  const mayOpen = usePermission('bt_Dashboard1', 'view')
  const dayAfter = toIsoDate(parseDay(from) + 1)
  const ofLine = ({ product, manager }: ChangeLine): URLSearchParams => {
    const query = new URLSearchParams(params)
    if (product) query.set('product', product.id)
    if (by === 'manager' || by === 'productManager') query.set('manager', manager?.id ?? nobodysId)
    return query
  }
  const open = (href: string): string | null => (mayOpen ? href : null)
  return {
    stock: (line: ChangeLine, day: string) => open(buildFigureHref('balance', { from: day, to: day }, ofLine(line))),
    flow: (line: ChangeLine, part: string) =>
      open(buildFigureHref('flows', { from: dayAfter, to }, ofLine(line), [part])),
    /** From the one balance to the other, with what came and went beside the flows. */
    situation: (line: ChangeLine) => open(buildFigureHref('balance', { from: dayAfter, to }, ofLine(line))),
  }
}

/** Opening, what moved by kind, closing; each with its rows. */
export const ChangeSummary = ({ change, params }: Omit<Props, 'by'>) => {
  const { t } = useTranslation(['firm-panel', 'figures'])
  const format = useFormatters()
  const links = useLineLinks({ change, params }, null)
  const { total, from, to } = change
  return (
    <ScrollFrame label={t('summary')}>
      <table className={tables.numbers}>
        <tbody>
          <tr>
            <th scope="row">{`${t('opening')}, ${format.date(from)}`}</th>
            <td data-aside />
            <td>{renderLinkedAmount(format, total.opening, links.stock(total, from))}</td>
          </tr>
          {total.flows.map(({ part, amount, count }) => (
            <tr key={part}>
              <th scope="row">{t(`figures:parts.${part}`)}</th>
              <td data-aside>{format.number(count)}</td>
              <td>{renderLinkedAmount(format, amount, links.flow(total, part))}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('others')}</th>
            <td data-aside />
            <td>{renderLinkedAmount(format, total.others, links.situation(total))}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{`${t('closing')}, ${format.date(to)}`}</th>
            <td data-aside />
            <td>{renderLinkedAmount(format, total.closing, links.stock(total, to))}</td>
          </tr>
          <tr>
            <th scope="row">{t('change')}</th>
            <td data-aside />
            <td>{renderLinkedAmount(format, total.change, links.situation(total))}</td>
          </tr>
        </tfoot>
      </table>
    </ScrollFrame>
  )
}

/** The same by product and manager: who contributed most to the change stands first. */
export const ChangeLines = ({ change, by, params }: Props) => {
  const { t } = useTranslation(['firm-panel', 'figures'])
  const format = useFormatters()
  const [areAllShown, setAllShown] = useState(false)
  const ofLines = useLineLinks({ change, params }, by)
  const ofAll = useLineLinks({ change, params }, null)
  const { lines, total, from, to } = change
  const columns = groupByColumn(total.flows)
  const shown = areAllShown ? lines : lines.slice(0, shownLines)
  const rest = lines.slice(shown.length)
  const hasBoth = by === 'productManager'
  const nameOf = (line: ChangeLine, key: 'product' | 'manager'): string => line[key]?.name ?? t('nobody')
  const first = by === 'manager' ? 'manager' : 'product'
  const renderCells = (line: ChangeLine, links: typeof ofLines) => {
    const share = toShareOf(line.change, total.change)
    return (
      <>
        <td>
          {renderPair([
            renderLinkedAmount(format, line.change, links.situation(line)),
            share === null ? '–' : format.percent(share),
          ])}
        </td>
        <td>
          {renderPair([
            renderLinkedAmount(format, line.opening, links.stock(line, from)),
            renderLinkedAmount(format, line.closing, links.stock(line, to)),
          ])}
        </td>
        {columns.map((parts) => (
          <td key={parts[0]}>
            {renderPair(
              parts.map((part) => {
                const flow = line.flows.find((one) => one.part === part)
                return renderLinkedAmount(format, flow?.amount, links.flow(line, part))
              }),
            )}
          </td>
        ))}
        <td>{renderLinkedAmount(format, line.others, links.situation(line))}</td>
      </>
    )
  }
  return (
    <>
      <ScrollFrame label={t('contributors')}>
        <table className={tables.numbers} data-held>
          <thead>
            <tr>
              <th scope="col">{t(`by.${by}`)}</th>
              <th scope="col">{renderPair([t('change'), t('contribution')])}</th>
              <th scope="col">{renderPair([t('opening'), t('closing')])}</th>
              {columns.map((parts) => (
                <th key={parts[0]} scope="col">
                  {renderPair(parts.map((part) => t(`figures:parts.${part}`)))}
                </th>
              ))}
              <th scope="col">{t('others')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => (
              <tr key={`${line.product?.id} ${line.manager?.id}`}>
                <th scope="row">
                  {nameOf(line, first)}
                  {hasBoth && <span className={tables.beneath}>{nameOf(line, 'manager')}</span>}
                </th>
                {renderCells(line, ofLines)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('total')}</th>
              {renderCells(total, ofAll)}
            </tr>
          </tfoot>
        </table>
      </ScrollFrame>
      {rest.length > 0 && (
        <Button className={figures.select!} variant="default" onClick={() => setAllShown(true)}>
          {t('allLines', { count: lines.length })}
        </Button>
      )}
    </>
  )
}

/** Per cent of the opening; null where there was none. */
export const findGrowth = ({ opening, change }: Pick<ChangeLine, 'opening' | 'change'>): string | null =>
  toCents(opening) > 0n ? toShareOf(change, opening) : null

/** What the capital changed by. */
export const subtractAmounts = (closing: string, opening: string): string =>
  centsToAmount(toCents(closing) - toCents(opening))
