import type { ReactNode } from 'react'
import type { AccountMargin } from '#contract/profitability.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderLinked, renderLinkedAmount } from '#web/domain/linked-value.tsx'
import tables from '#web/domain/numbers-table.module.css'
import { renderTableAmount } from '#web/domain/table-amount.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import textClasses from '#web/ui/text.module.css'
import classes from './profitability.module.css'

const stretchHeads = [
  'from',
  'to',
  'days',
  'balance',
  'transferRate',
  'transferIncome',
  'clientRate',
  'interest',
] as const
const costHeads = ['concept', 'from', 'to', 'amount', 'count', 'cost'] as const

type Props = { margin: AccountMargin }

/** The page of the account, with its movements; null where it isn't the caller's to see. */
const findAccountPath = ({ account: { id, clientId } }: AccountMargin): string | null =>
  clientId && `/clientes/${clientId}/cuentas/${id}`

/** Exact to a ten-thousandth of a euro: what a stretch earns is not rounded by itself. */
const useExactAmount = () => {
  const format = useFormatters()
  return (exact: string): string => format.decimal(exact.replace(/(\.\d{4})\d+$/, '$1'))
}

type FrameProps = { label: string; heads: readonly string[]; rows: ReactNode; foot: ReactNode }

const TableFrame = ({ label, heads, rows, foot }: FrameProps) => (
  <ScrollFrame label={label}>
    <table className={tables.numbers}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows}</tbody>
      <tfoot>
        <tr>{foot}</tr>
      </tfoot>
    </table>
  </ScrollFrame>
)

/** Balance, rates and income of each stretch, with the totals to the cent. */
export const MarginStretchTable = ({ margin }: Props) => {
  const { t } = useTranslation('profitability')
  const format = useFormatters()
  const exact = useExactAmount()
  const { account, stretches, transferIncome, interest } = margin
  if (stretches.length === 0) return <p className={classes.rule}>{t('account.noStretches')}</p>
  return (
    <TableFrame
      label={t('account.stretches')}
      heads={stretchHeads.map((head) => t(`account.${head}`))}
      rows={stretches.map((stretch) => (
        <tr key={stretch.from}>
          <th scope="row">{format.date(stretch.from)}</th>
          <td>{format.date(stretch.to)}</td>
          <td>{format.number(stretch.days)}</td>
          <td>{renderLinkedAmount(format, stretch.balance, findAccountPath(margin))}</td>
          <td>
            {stretch.transferRate === null ? (
              <span className={textClasses.attention}>{t('noRate')}</span>
            ) : (
              format.rate(stretch.transferRate)
            )}
          </td>
          <td>{stretch.transferIncome === null ? '–' : exact(stretch.transferIncome)}</td>
          <td>{format.rate(account.clientRate)}</td>
          <td>{exact(stretch.interest)}</td>
        </tr>
      ))}
      foot={
        <>
          <th scope="row" colSpan={5}>
            {t('account.total')}
          </th>
          <td>{transferIncome === null ? '–' : renderTableAmount(format, transferIncome)}</td>
          <td />
          <td>{renderTableAmount(format, interest)}</td>
        </>
      }
    />
  )
}

/** What the account cost, by the amounts that held then. */
export const CostTable = ({ margin }: Props) => {
  const { t } = useTranslation('profitability')
  const format = useFormatters()
  const exact = useExactAmount()
  const { costLines, costs } = margin
  if (costLines.length === 0) return <p className={classes.rule}>{t('account.noCosts')}</p>
  return (
    <TableFrame
      label={t('account.costs')}
      heads={costHeads.map((head) => t(`account.${head}`))}
      rows={costLines.map(({ kind, from, to, amount, count, cost }) => (
        <tr key={`${kind} ${from}`}>
          <th scope="row">{t(`account.kinds.${kind}`)}</th>
          <td>{format.date(from)}</td>
          <td>{format.date(to)}</td>
          <td>{renderTableAmount(format, amount)}</td>
          <td>
            {kind === 'movement' ? renderLinked(format.number(count), findAccountPath(margin)) : format.number(count)}
          </td>
          <td>{exact(cost)}</td>
        </tr>
      ))}
      foot={
        <>
          <th scope="row" colSpan={5}>
            {t('account.total')}
          </th>
          <td>{renderTableAmount(format, costs)}</td>
        </>
      }
    />
  )
}
