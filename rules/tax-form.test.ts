import { expect, test } from 'vitest'
import { residenceCountrySql, taxFormSql } from './tax-form.ts'

test.each([
  ['MX', 'other', `'mx'::text`],
  ['PT', 'other', `case when ${residenceCountrySql} = 'PT' then 'pt39' else 'pt30' end`],
  [
    'ES',
    'bank',
    `case when ${residenceCountrySql} <> 'ES' then 'es296' when product.family = 'insurance' then 'es188' else 'es196' end`,
  ],
  [
    'ES',
    'other',
    `case when ${residenceCountrySql} <> 'ES' then 'es296' when product.family = 'insurance' then 'es188' else 'es193' end`,
  ],
] as const)('a withholding in %s by a payer of kind %s goes onto its form', (country, payer, form) => {
  expect(taxFormSql(country, payer)).toBe(form)
})
