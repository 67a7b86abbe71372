import { expect, test } from 'vitest'
import type { FigureGroup } from '#contract/figures.ts'
import { buildSalesLines } from './sales-lines.ts'

const buildGroup = (id: string | null, part: FigureGroup['part'], count: number, amount: string): FigureGroup => ({
  product: id === null ? null : { id, name: `Product ${id}` },
  manager: null,
  month: null,
  part,
  count,
  amount,
})

test('sales lines divide each product into new and reinvested money, and add up', () => {
  const lines = buildSalesLines(
    [buildGroup('1', 'smart', 2, '900.00')],
    [
      buildGroup('1', 'new', 2, '100.00'),
      buildGroup('1', 'reinvested', 1, '0.01'),
      buildGroup('2', 'new', 1, '200.00'),
    ],
    ({ product }) => product,
  )
  expect(lines).toEqual([
    {
      id: '1',
      name: 'Product 1',
      accounts: 2,
      agreed: '900.00',
      contributions: 3,
      amount: '100.01',
      fresh: '100.00',
      reinvested: '0.01',
      average: '33.34',
      share: '33.3',
    },
    expect.objectContaining({ id: '2', accounts: 0, amount: '200.00', share: '66.7' }),
    expect.objectContaining({
      id: '',
      accounts: 2,
      contributions: 4,
      amount: '300.01',
      average: '75.00',
      share: '100.0',
    }),
  ])
})

test('sales lines without contributions have neither an average nor a share', () => {
  const [line] = buildSalesLines([buildGroup(null, 'smart', 1, '5.00')], [], ({ product }) => product)
  expect(line).toMatchObject({ id: null, name: null, average: null, share: null })
})
