import { useMemo } from 'react'
import { countryCodes } from '#contract/core/countries.ts'
import { useCountryName } from './country-name.ts'

/** All countries to choose from, in the order of their names. */
export const useCountryOptions = (): { value: string; label: string }[] => {
  const countryName = useCountryName()
  return useMemo(
    () =>
      countryCodes
        .map((value) => ({ value, label: countryName(value) }))
        .sort((one, other) => one.label.localeCompare(other.label)),
    [countryName],
  )
}
