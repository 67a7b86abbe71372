import { expect, test } from 'vitest'
import { formatCommandAnswer } from './format-table.ts'

test('prints an answer as plain fields, then lists with figures aligned right', () => {
  const answer = {
    accounts: 4500,
    moneyIn: '120442237.40',
    files: [],
    byKind: { contribution: { count: 2, amount: '10.00' }, fee: { count: 10, amount: '-1.50' } },
    differences: [{ account: '7', expected: '1.00' }],
  }
  expect(formatCommandAnswer(answer)).toBe(
    [
      'accounts  4500',
      'money in  120442237.40',
      'files     none',
      '',
      'by kind:',
      '                count  amount',
      '  contribution      2   10.00',
      '  fee              10   -1.50',
      '',
      'differences:',
      '  account  expected',
      '        7      1.00',
    ].join('\n'),
  )
})

test('prints an empty list, a null and a text', () => {
  expect(formatCommandAnswer({ cvl: null, done: true })).toBe('cvl   –\ndone  true')
  expect(formatCommandAnswer([])).toBe('none')
  expect(formatCommandAnswer('text')).toBe('text')
})
