import type { Prefix } from './values.ts'

/** In which the books are kept, everywhere. */
export const accountingCurrency = 'EUR'

/** Facts of each tenant that never change at run time. Legal rates are dated settings in the database, not here. */
export const tenantFacts: Record<
  Prefix,
  {
    country: 'ES' | 'PT' | 'MX'
    locale: string
    timeZone: string
    /** In which payments leave; the books are in euros everywhere. */
    payCurrency: 'EUR' | 'MXN'
    /** First letter of every CVL given there. */
    cvlLetter: string
  }
> = {
  dino: { country: 'ES', locale: 'es-ES', timeZone: 'Europe/Madrid', payCurrency: 'EUR', cvlLetter: 'D' },
  dino_uab: { country: 'PT', locale: 'pt-PT', timeZone: 'Europe/Lisbon', payCurrency: 'EUR', cvlLetter: 'U' },
  cfl: { country: 'MX', locale: 'es-MX', timeZone: 'America/Mexico_City', payCurrency: 'MXN', cvlLetter: 'C' },
}
