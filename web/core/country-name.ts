import { useMemo } from 'react'
import { useTranslation } from './use-translation.ts'

/** The name of a country by its two letters, in the language of the screen. */
export const useCountryName = (): ((country: string) => string) => {
  const { i18n } = useTranslation('common')
  return useMemo(() => {
    // One for all, where there is any: making it takes longer than drawing a row.
    let names: Intl.DisplayNames | undefined
    return (country) => {
      names ??= new Intl.DisplayNames([i18n.language], { type: 'region', fallback: 'code' })
      return names.of(country) ?? country
    }
  }, [i18n.language])
}
