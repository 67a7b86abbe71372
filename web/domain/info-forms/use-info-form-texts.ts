import {
  employmentStatuses,
  familyStatuses,
  type InfoFormField,
  type InfoFormGroup,
  type InfoFormValue,
  infoFormFieldKinds,
} from '#contract/info-forms/fields.ts'
import type { ClientInfoForm } from '#contract/info-forms.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'

type Option = { value: string; label: string }
const companyFieldNames = ['profession', 'hasEmergencyFund', 'emergencyFund'] as const

/** What the form of such a client is called in its parts, and its values in words. */
export const useInfoFormTexts = (kind: ClientInfoForm['kind']) => {
  const { t } = useTranslation('info-form-fields')
  const format = useFormatters()
  const getLabel = (field: InfoFormField): string => {
    const own = kind === 'company' && companyFieldNames.find((name) => name === field)
    return own ? t(`companyFields.${own}`) : t(`fields.${field}`)
  }
  const getGroupTitle = (group: InfoFormGroup): string =>
    kind === 'company' && group === 'employment' ? t('companyGroups.employment') : t(`groups.${group}`)
  /** What can be chosen in a field; none where it is typed. */
  const listOptions = (field: InfoFormField): readonly Option[] => {
    if (infoFormFieldKinds[field] === 'yesNo')
      return [
        { value: 'yes', label: t('yes') },
        { value: 'no', label: t('no') },
      ]
    if (field === 'employmentStatus')
      return employmentStatuses.map((value) => ({ value, label: t(`choices.employmentStatus.${value}`) }))
    if (field === 'familyStatus')
      return familyStatuses.map((value) => ({ value, label: t(`choices.familyStatus.${value}`) }))
    return []
  }
  const formatValue = (field: InfoFormField, value: InfoFormValue): string => {
    if (value === null) return t('unknown')
    if (typeof value === 'boolean') return value ? t('yes') : t('no')
    if (infoFormFieldKinds[field] === 'money') return format.money(String(value), { euros: true })
    return listOptions(field).find((option) => option.value === value)?.label ?? String(value)
  }
  return { t, getLabel, getGroupTitle, listOptions, formatValue }
}
