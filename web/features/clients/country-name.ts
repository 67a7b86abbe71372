import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** The name of a country by its two letters, in the language of the screen. */
export const useCountryName = (): ((country: string) => string) => {
  const { i18n } = useTranslation()
  return useCallback(
    (country) => new Intl.DisplayNames([i18n.language], { type: 'region', fallback: 'code' }).of(country) ?? country,
    [i18n.language],
  )
}
