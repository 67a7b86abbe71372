import type { CountryCode } from './holidays.ts'
import type { Payer } from './withholding.ts'

/** Where the holder of a part `w` was taxed when it was paid; of before that was kept, where the client is taxed. */
export const residenceCountrySql = 'coalesce(w.country, client.tax_residence, client.country)'

/**
 * The return that a part `w` of what was withheld belongs to, as SQL over its client and product: by the country, where the holder lives, what
 * it was paid for, and what the firm is as a payer.
 */
export const taxFormSql = (country: CountryCode, payer: Payer): string => {
  if (country === 'MX') return `'mx'::text`
  if (country === 'PT') return `case when ${residenceCountrySql} = 'PT' then 'pt39' else 'pt30' end`
  const own = payer === 'bank' ? 'es196' : 'es193'
  return `case when ${residenceCountrySql} <> 'ES' then 'es296' when product.family = 'insurance' then 'es188' else '${own}' end`
}
