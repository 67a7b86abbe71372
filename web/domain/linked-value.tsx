import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Formatters } from '#web/core/format.ts'
import { renderTableAmount } from './table-amount.tsx'

/** What is shown, as a link to its rows; by itself where there are none, or where they aren't the person's to see. */
export const renderLinked = (shown: ReactNode, href: string | null | undefined): ReactNode =>
  href ? (
    <Link to={href} preventScrollReset={href.startsWith('?')}>
      {shown}
    </Link>
  ) : (
    shown
  )

/** An amount in a table with the way to its rows, which nothing has none of; '–' where there is no amount. */
export const renderLinkedAmount = (
  format: Formatters,
  amount: string | null | undefined,
  href: string | null | undefined,
): ReactNode =>
  amount == null ? '–' : renderLinked(renderTableAmount(format, amount), amount === '0.00' ? null : href)
