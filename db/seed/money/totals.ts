import type { Client } from 'pg'
import { type DayNumber, monthLength, toCivilDate, toDayNumber, toIsoDate } from '#rules/calendar.ts'
import type { SeedAccounts } from '../accounts.ts'
import { getManagerOn, type SeedClients } from '../clients.ts'
import { copyTextRows, formatCents, formatCopyRow } from '../copy.ts'
import type { SeedFirm } from '../firm.ts'
import { seedProducts } from '../products.ts'
import { kindNames } from './kinds.ts'

const cellCount = seedProducts.length * kindNames.length

/** Sums of one month by something × product × kind, in cents. */
const createMonthlySums = (things: number) => {
  const cents = new Float64Array(things * cellCount)
  const count = new Int32Array(things * cellCount)
  return {
    add: (thing: number, cell: number, amount: number, movements: number) => {
      cents[thing * cellCount + cell]! += amount
      count[thing * cellCount + cell]! += movements
    },
    /** Gives what there is and begins anew. */
    drain: (give: (thing: number, cell: number, amount: number, movements: number) => void) => {
      for (let n = 0; n < count.length; n++)
        if (count[n]! > 0) give(Math.floor(n / cellCount), n % cellCount, cents[n]!, count[n]!)
      cents.fill(0)
      count.fill(0)
    },
  }
}

type MovementTotals = {
  /** A movement as the client sees it. Days come in order. */
  add: (kind: number, booked: DayNumber, account: number, amount: number) => void
  endMonth: () => void
  /** Loads the months that have ended. */
  load: (owner: Client) => Promise<void>
}

/** The totals that dashboards read, kept while the journals are written: by month and product, by month, manager and product, by day and product. */
export const createMovementTotals = (firm: SeedFirm, clients: SeedClients, a: SeedAccounts): MovementTotals => {
  const byProduct = createMonthlySums(1)
  const byManager = createMonthlySums(
    1 +
      Math.max(
        ...[clients.manager, clients.previousManager].map((column) =>
          column.reduce((most, one) => Math.max(most, one), 0),
        ),
      ),
  )
  const byDay = createMonthlySums(31)
  const rows: Record<'product' | 'manager' | 'day', string[]> = { product: [], manager: [], day: [] }
  let first = 0
  let last = -1
  const what = (cell: number) => [
    firm.first.product + Math.floor(cell / kindNames.length),
    kindNames[cell % kindNames.length]!,
  ]

  const endMonth = () => {
    byManager.drain((manager, cell, cents, count) => {
      byProduct.add(0, cell, cents, count)
      rows.manager.push(
        formatCopyRow([toIsoDate(first), firm.first.employee + manager, ...what(cell), formatCents(cents), count]),
      )
    })
    byProduct.drain((_, cell, cents, count) =>
      rows.product.push(formatCopyRow([toIsoDate(first), ...what(cell), formatCents(cents), count])),
    )
    byDay.drain((day, cell, cents, count) =>
      rows.day.push(formatCopyRow([toIsoDate(first + day), ...what(cell), formatCents(cents), count])),
    )
  }

  return {
    add: (kind, booked, account, amount) => {
      if (booked > last) {
        endMonth()
        const { year, month } = toCivilDate(booked)
        first = toDayNumber(year, month, 1)
        last = first + monthLength(year, month) - 1
      }
      const cell = a.product[account]! * kindNames.length + kind
      byManager.add(getManagerOn(clients, a.client[account]!, booked), cell, amount, 1)
      byDay.add(booked - first, cell, amount, 1)
    },
    endMonth,
    load: async (owner) => {
      await copyTextRows(
        owner,
        'total_month_product',
        'month, product_id, kind, amount, movements',
        rows.product.splice(0),
      )
      await copyTextRows(
        owner,
        'total_month_manager',
        'month, manager_id, product_id, kind, amount, movements',
        rows.manager.splice(0),
      )
      await copyTextRows(owner, 'total_day_product', 'day, product_id, kind, amount, movements', rows.day.splice(0))
    },
  }
}
