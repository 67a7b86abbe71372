import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { flowParts } from '#contract/figures/keys.ts'
import type { ChangeGrouping } from '#contract/firm-panel/tiles.ts'
import type { ChangeLine, getPanelChange } from '#contract/firm-panel.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { centsToAmount, formatScaledDecimal, toCents } from '#rules/cents.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import figures from '#web/domain/figures/figures.module.css'
import tables from '#web/domain/numbers-table.module.css'
import { renderTableAmount } from '#web/domain/table-amount.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { buildFigureHref } from './panel-address.ts'

type Change = ResponseBody<typeof getPanelChange>
type Props = { change: Change; by: ChangeGrouping; params: URLSearchParams }

/** So many lines say what matters; the others are one click away. */
const shownLines = 40

/** Per cent with one decimal of what changed in all, with its sign. */
const toShareOf = (part: string, whole: string): string | null => {
  const size = toCents(whole)
  if (size === 0n) return null
  const share = (toCents(part) * 2000n) / (2n * size)
  return formatScaledDecimal(share, 1)
}

const useLineLinks = ({ change: { from, to }, params }: Pick<Props, 'change' | 'params'>) => {
  const mayOpen = usePermission('bt_Dashboard1', 'view')
  const dayAfter = toIsoDate(parseDay(from) + 1)
  const ofLine = ({ product, manager }: Pick<ChangeLine, 'product' | 'manager'>): URLSearchParams =>
    new URLSearchParams([
      ...params,
      ...(product ? [['product', product.id]] : []),
      ...(manager ? [['manager', manager.id]] : []),
    ])
  // What nobody manages has no filter of its own: its rows are among those of all.
  const isOpening = (line: ChangeLine, by: ChangeGrouping | null): boolean =>
    mayOpen && (by === null || by === 'product' || line.manager !== null)
  return {
    isOpening,
    stock: (line: ChangeLine, day: string) => buildFigureHref('balance', { from: day, to: day }, ofLine(line)),
    flow: (line: ChangeLine, part: string) => buildFigureHref('flows', { from: dayAfter, to }, ofLine(line), [part]),
    situation: () => buildFigureHref('balance', { from: dayAfter, to }, params),
  }
}

const renderLinked = (format: ReturnType<typeof useFormatters>, amount: string, href: string | null) => {
  const shown = renderTableAmount(format, amount)
  return href && amount !== '0.00' ? <Link to={href}>{shown}</Link> : shown
}

/** Opening, what moved by kind, closing; each with its rows. */
export const ChangeSummary = ({ change, params }: Omit<Props, 'by'>) => {
  const { t } = useTranslation(['firm-panel', 'figures'])
  const format = useFormatters()
  const links = useLineLinks({ change, params })
  const { total, from, to } = change
  const open = (href: string): string | null => (links.isOpening(total, null) ? href : null)
  return (
    <ScrollFrame label={t('summary')}>
      <table className={tables.numbers}>
        <tbody>
          <tr>
            <th scope="row">{`${t('opening')}, ${format.date(from)}`}</th>
            <td data-aside />
            <td>{renderLinked(format, total.opening, open(links.stock(total, from)))}</td>
          </tr>
          {total.flows.map(({ part, amount, count }) => (
            <tr key={part}>
              <th scope="row">{t(`figures:parts.${part}`)}</th>
              <td data-aside>{format.number(count)}</td>
              <td>{renderLinked(format, amount, open(links.flow(total, part)))}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('others')}</th>
            <td data-aside />
            <td>{renderLinked(format, total.others, open(links.situation()))}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{`${t('closing')}, ${format.date(to)}`}</th>
            <td data-aside />
            <td>{renderLinked(format, total.closing, open(links.stock(total, to)))}</td>
          </tr>
          <tr>
            <th scope="row">{t('change')}</th>
            <td data-aside />
            <td>{renderTableAmount(format, total.change)}</td>
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
  const links = useLineLinks({ change, params })
  const { lines, total, from, to } = change
  const parts = flowParts.filter((part) => total.flows.some((flow) => flow.part === part))
  const shown = areAllShown ? lines : lines.slice(0, shownLines)
  const rest = lines.slice(shown.length)
  const hasBoth = by === 'productManager'
  const nameOf = (line: ChangeLine, key: 'product' | 'manager'): string => line[key]?.name ?? t('nobody')
  const first = by === 'manager' ? 'manager' : 'product'
  const renderCells = (line: ChangeLine, isOpening: boolean) => {
    const open = (href: string): string | null => (isOpening ? href : null)
    const share = toShareOf(line.change, total.change)
    return (
      <>
        <td>{renderTableAmount(format, line.change)}</td>
        <td>{share === null ? '–' : `${format.decimal(share)} %`}</td>
        <td>{renderLinked(format, line.opening, open(links.stock(line, from)))}</td>
        {parts.map((part) => {
          const flow = line.flows.find((one) => one.part === part)
          return <td key={part}>{flow ? renderLinked(format, flow.amount, open(links.flow(line, part))) : '–'}</td>
        })}
        <td>{renderTableAmount(format, line.others)}</td>
        <td>{renderLinked(format, line.closing, open(links.stock(line, to)))}</td>
      </>
    )
  }
  return (
    <>
      <ScrollFrame label={t('contributors')}>
        <table className={tables.numbers}>
          <thead>
            <tr>
              <th scope="col">{t(`by.${first}`)}</th>
              {hasBoth && (
                <th scope="col" data-text data-aside>
                  {t('by.manager')}
                </th>
              )}
              <th scope="col">{t('change')}</th>
              <th scope="col">{t('contribution')}</th>
              <th scope="col">{t('opening')}</th>
              {parts.map((part) => (
                <th key={part} scope="col">
                  {t(`figures:parts.${part}`)}
                </th>
              ))}
              <th scope="col">{t('others')}</th>
              <th scope="col">{t('closing')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => (
              <tr key={`${line.product?.id} ${line.manager?.id}`}>
                <th scope="row">
                  {nameOf(line, first)}
                  {hasBoth && <span className={tables.under}>{nameOf(line, 'manager')}</span>}
                </th>
                {hasBoth && (
                  <td data-text data-aside>
                    {nameOf(line, 'manager')}
                  </td>
                )}
                {renderCells(line, links.isOpening(line, by))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('total')}</th>
              {hasBoth && <td data-aside />}
              {renderCells(total, links.isOpening(total, null))}
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
