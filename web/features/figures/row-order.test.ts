import { expect, test } from 'vitest'
import { readListState } from '#web/ui/list/list-url-state.ts'
import { chooseRowList } from './row-order.ts'

const readOrder = (figure: 'flows' | 'outflows' | 'captationOut' | 'totalCapital', address: string) => {
  const params = new URLSearchParams(address)
  const { sort, direction } = readListState(chooseRowList(figure, params.get('part')), params)
  return `${sort} ${direction}`
}

test('the largest amounts come first, also of what goes out', () => {
  expect(readOrder('flows', 'part=withdrawal')).toBe('amount asc')
  expect(readOrder('flows', 'part=withdrawal%2Ccancellation%2Cmaturity')).toBe('amount asc')
  expect(readOrder('outflows', '')).toBe('amount asc')
  expect(readOrder('captationOut', '')).toBe('amount asc')
  expect(readOrder('flows', '')).toBe('amount desc')
  expect(readOrder('flows', 'part=contribution%2Cwithdrawal')).toBe('amount desc')
  expect(readOrder('totalCapital', '')).toBe('amount desc')
  expect(readOrder('flows', 'part=withdrawal&sort=day&direction=desc')).toBe('day desc')
})
