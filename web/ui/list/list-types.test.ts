import { expect, test } from 'vitest'
import type { listAccountMovements } from '#contract/clients/client.ts'
import type { Column, FilterChoices } from './list-types.ts'

type MovementList = typeof listAccountMovements

const dateFilter = { control: 'date', label: 'Date' } as const

// Read by the compiler: each line below it must not compile, or the check of types fails.
test('types refuse columns, totals and filters that a list does not have', () => {
  const columns: readonly Column<MovementList>[] = [
    { key: 'amount', label: 'Amount', cell: (amount) => amount.toUpperCase(), total: ({ moneyIn }) => moneyIn },
    // @ts-expect-error: no column of the row
    { key: 'password', label: 'Password' },
    // @ts-expect-error: an amount is a decimal string, never a number
    { key: 'amount', label: 'Amount', cell: (amount: number) => amount },
    // @ts-expect-error: no sum of this list
    { key: 'amount', label: 'Amount', total: ({ capital }) => capital },
  ]
  // @ts-expect-error: the filter `to` is forgotten
  const forgotten: FilterChoices<MovementList> = {
    kind: { control: 'select', label: 'Kind', options: [] },
    from: dateFilter,
  }
  const unknown: FilterChoices<MovementList> = {
    kind: dateFilter,
    from: dateFilter,
    to: dateFilter,
    // @ts-expect-error: no filter of the list
    manager: dateFilter,
  }
  expect([columns.length, Object.keys(forgotten).length, Object.keys(unknown).length]).toEqual([4, 2, 4])
})
