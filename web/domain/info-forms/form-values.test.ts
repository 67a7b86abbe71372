import { expect, test } from 'vitest'
import { listInfoFormDifferences } from '#contract/info-forms/fields.ts'
import { emptyInfoFormValues, findTypedFault, toInfoFormContent } from './form-values.ts'

test('reads amounts, numbers and choices as they are typed', () => {
  const typed = { ...emptyInfoFormValues, recurringExpenses: ' 1.250,5 ', monthlyIncome: '0', children: '2' }
  expect(toInfoFormContent({ ...typed, profession: ' Médica ' }, 'person')).toMatchObject({
    recurringExpenses: '1250.50',
    monthlyIncome: '0.00',
    children: 2,
    profession: 'Médica',
    hobbies: null,
  })
})

test('leaves out what is asked only after a yes', () => {
  const typed = { ...emptyInfoFormValues, hasEmergencyFund: 'no', emergencyFund: '900', ownsRealEstate: 'yes' }
  expect(toInfoFormContent({ ...typed, mortgageDebt: '100' }, 'person')).toMatchObject({
    hasEmergencyFund: false,
    emergencyFund: null,
    ownsRealEstate: true,
    mortgageDebt: '100.00',
  })
})

test('leaves out what a company does not have', () => {
  const content = toInfoFormContent(
    { ...emptyInfoFormValues, children: '1', hobbies: 'Vela', profession: 'Hostelería' },
    'company',
  )
  expect(listInfoFormDifferences(null, content)).toEqual(['profession'])
})

test.each([
  ['children', '31', 'count'],
  ['children', '1,5', 'count'],
  ['children', '', undefined],
  ['monthlyIncome', 'mucho', 'amount'],
  ['monthlyIncome', '-5', 'amount'],
  ['monthlyIncome', '0,00', undefined],
  ['profession', 'Médica', undefined],
] as const)('finds what is wrong in %s with "%s": %s', (field, typed, fault) => {
  expect(findTypedFault(field, typed)).toBe(fault)
})
