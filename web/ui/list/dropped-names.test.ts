import { expect, test } from 'vitest'
import { listDroppedFieldTitles, listFieldLabels } from './dropped-names.ts'

const labels = listFieldLabels(
  [{ key: 'fullName', label: 'Nombre' }],
  {
    kyc: { control: 'select', label: 'KYC', options: [] },
    from: { control: 'dateRange', to: 'to', endLabels: ['Desde', 'Hasta'] },
    to: { control: 'rangeEnd' },
  },
  ((key: string) => key) as never,
)

test('names what a view lost by its title, once', () => {
  expect(listDroppedFieldTitles(['kyc', 'fullName', 'from', 'to'], labels)).toEqual({
    names: ['KYC', 'Nombre', 'dates.label'],
    hasOthers: false,
  })
})

test('never shows the key of what has no title any more', () => {
  expect(listDroppedFieldTitles(['kyc', 'formerColumn'], labels)).toEqual({ names: ['KYC'], hasOthers: true })
})
