import { describe, expect, test } from 'vitest'
import { parseBeneficiaryShare, sumTypedShares } from './beneficiary-form-values.ts'

describe('the share of a beneficiary', () => {
  test.each([
    ['50', '50.00'],
    ['33,3', '33.30'],
    ['33.33 %', '33.33'],
    ['100', '100.00'],
    ['0', undefined],
    ['100,01', undefined],
    ['33,333', undefined],
    ['1/3', undefined],
    ['', undefined],
  ])('reads %s as %s', (typed, share) => {
    expect(parseBeneficiaryShare(typed)).toBe(share)
  })

  test('adds up what is typed so far and leaves out what is no share', () => {
    expect(sumTypedShares([{ share: '33,33' }, { share: '33,33' }, { share: '33,34' }])).toBe('100.00')
    expect(sumTypedShares([{ share: '40' }, { share: 'x' }])).toBe('40.00')
  })
})
