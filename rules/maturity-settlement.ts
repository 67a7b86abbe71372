import { parseDay, toIsoDate } from './calendar.ts'
import { type CountryCode, findBankClosure, nextBusinessDay } from './holidays.ts'

type MaturitySettlement = { settlesOn: string; closure: 'weekend' | 'holiday' | null }

/** The day on which an account's maturity is paid or renewed, and why that is not the day on which its term ends. */
export const findMaturitySettlement = (country: CountryCode, expiresOn: string): MaturitySettlement => {
  const day = parseDay(expiresOn)
  return { settlesOn: toIsoDate(nextBusinessDay(country, day)), closure: findBankClosure(country, day) }
}
