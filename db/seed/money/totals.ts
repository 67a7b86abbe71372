import type { Client } from 'pg'
import { civil, type Day, dayOf, isoDay, monthLength } from '#rules/calendar.ts'
import type { Accounts } from '../accounts.ts'
import { type Clients, managerOn } from '../clients.ts'
import { copyRow, copyText, money } from '../copy.ts'
import type { Firm } from '../firm.ts'
import { products } from '../products.ts'
import { kindNames } from './kinds.ts'

const cells = products.length * kindNames.length

/** Sums of one month by something × product × kind, in cents. */
const openSums = (things: number) => {
  const cents = new Float64Array(things * cells)
  const count = new Int32Array(things * cells)
  return {
    add: (thing: number, cell: number, amount: number, movements: number) => {
      cents[thing * cells + cell]! += amount
      count[thing * cells + cell]! += movements
    },
    /** Gives what there is and begins anew. */
    drain: (give: (thing: number, cell: number, amount: number, movements: number) => void) => {
      for (let n = 0; n < count.length; n++)
        if (count[n]! > 0) give(Math.floor(n / cells), n % cells, cents[n]!, count[n]!)
      cents.fill(0)
      count.fill(0)
    },
  }
}

type Totals = {
  /** A movement as the client sees it. Days come in order. */
  add: (kind: number, booked: Day, account: number, amount: number) => void
  endMonth: () => void
  /** Loads the months that have ended. */
  load: (owner: Client) => Promise<void>
}

/** The totals that dashboards read, kept while the journals are written: by month and product, by month, manager and product, by day and product. */
export const openTotals = (firm: Firm, clients: Clients, a: Accounts): Totals => {
  const byProduct = openSums(1)
  const byManager = openSums(
    1 +
      Math.max(
        ...[clients.manager, clients.managerBefore].map((column) =>
          column.reduce((most, one) => Math.max(most, one), 0),
        ),
      ),
  )
  const byDay = openSums(31)
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
      rows.manager.push(copyRow([isoDay(first), firm.first.employee + manager, ...what(cell), money(cents), count]))
    })
    byProduct.drain((_, cell, cents, count) =>
      rows.product.push(copyRow([isoDay(first), ...what(cell), money(cents), count])),
    )
    byDay.drain((day, cell, cents, count) =>
      rows.day.push(copyRow([isoDay(first + day), ...what(cell), money(cents), count])),
    )
  }

  return {
    add: (kind, booked, account, amount) => {
      if (booked > last) {
        endMonth()
        const { year, month } = civil(booked)
        first = dayOf(year, month, 1)
        last = first + monthLength(year, month) - 1
      }
      const cell = a.product[account]! * kindNames.length + kind
      byManager.add(managerOn(clients, a.client[account]!, booked), cell, amount, 1)
      byDay.add(booked - first, cell, amount, 1)
    },
    endMonth,
    load: async (owner) => {
      await copyText(owner, 'total_month_product', 'month, product_id, kind, amount, movements', rows.product.splice(0))
      await copyText(
        owner,
        'total_month_manager',
        'month, manager_id, product_id, kind, amount, movements',
        rows.manager.splice(0),
      )
      await copyText(owner, 'total_day_product', 'day, product_id, kind, amount, movements', rows.day.splice(0))
    },
  }
}
