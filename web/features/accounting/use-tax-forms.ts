import { useMemo } from 'react'
import { taxForms } from '#contract/accounting/taxes.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'

/** The forms of each country begin with it. */
const countryByPrefix = { dino: 'es', dino_uab: 'pt', cfl: 'mx' } as const

/** The tax forms of the prefix's country, to choose from. */
export const useTaxFormOptions = () => {
  const { t } = useTranslation('taxes')
  const prefix = useSession((state) => state.session?.prefix ?? 'dino')
  return useMemo(
    () =>
      taxForms
        .filter((form) => form.startsWith(countryByPrefix[prefix]))
        .map((value) => ({ value, label: t(`forms.${value}`) })),
    [t, prefix],
  )
}
