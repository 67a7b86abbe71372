import type { FieldPath } from 'react-hook-form'
import type { ClientData } from '#contract/client-data.ts'
import type texts from '#locales/es/client-data.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { ClientFormValues } from './client-form-values.ts'

type LabelKey = keyof typeof texts.fields

/** Of a company some fields are called otherwise. */
const companyLabels: Partial<Record<string, LabelKey>> = {
  name: 'companyName',
  birthDate: 'foundedOn',
  country: 'companyCountry',
}

/** What a field is called: the last part of its name, 'address.city' or 'people.0.share'. */
export const useClientFieldLabel = (kind: ClientData['kind']) => {
  const { t } = useTranslation('client-data')
  return (name: FieldPath<ClientFormValues>): string => {
    const key = name.split('.').at(-1)!
    if (name.startsWith('people.')) return t(`fields.${key as LabelKey}`)
    const ofCompany = kind === 'company' ? companyLabels[name] : undefined
    return t(`fields.${ofCompany ?? (key.replace(/Id$/, '') as LabelKey)}`)
  }
}
