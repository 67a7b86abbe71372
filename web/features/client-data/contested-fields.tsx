import { Radio } from '@mantine/core'
import { useState } from 'react'
import type { FieldPath } from 'react-hook-form'
import { type ClientData, riskLevelNames } from '#contract/client-data.ts'
import { useCountryName } from '#web/core/country-name.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FieldGroup } from '#web/ui/form/field-group.tsx'
import type { SubmitFormState } from '#web/ui/form/use-submit-form.ts'
import classes from './client-data.module.css'
import type { ClientFormValues } from './client-form-values.ts'
import { useClientFieldLabel } from './use-client-field-label.ts'

type Props = { formState: SubmitFormState<ClientFormValues>; kind: ClientData['kind'] }
type ClientFieldName = FieldPath<ClientFormValues>

/** Fields whose values are codes, with the texts that name them. */
const textsByField: Record<string, string> = {
  identityKind: 'client-data:documents',
  idioma: 'client-data:idiomas',
  fundsSource: 'client-data:fundsSources',
  powers: 'client-data:powers',
  guardianship: 'client-data:guardianships',
  channel: 'client:channelName',
  streetType: 'staff:streetTypes',
}
const countryFields = ['country', 'nationality', 'taxResidence']

/** A value of a field as a person reads it. */
const useValueText = () => {
  const { t, i18n } = useTranslation(['client-data', 'client', 'staff', 'common'])
  const countryName = useCountryName()
  return (field: string, value: unknown): string => {
    const key = field.split('.').at(-1)!
    if (typeof value === 'boolean') return t(value ? 'common:yes' : 'common:no')
    const text = String(value ?? '').trim()
    if (text === '') return t('versions.empty')
    if (countryFields.includes(key)) return countryName(text)
    if (key === 'riskLevel') return t(`riskLevels.${riskLevelNames[Number(text) - 1] ?? 'low'}`)
    const place = `${textsByField[key]}.${text}`
    return i18n.exists(place) ? t(place as 'client-data:documents.dni') : text
  }
}

/** What two people have changed at once: field by field both versions, of which one is chosen. What was typed here stays unless said otherwise. */
export const ContestedFields = ({ formState: { form, contested }, kind }: Props) => {
  const { t } = useTranslation('client-data')
  const getLabel = useClientFieldLabel(kind)
  const valueText = useValueText()
  const [chosen, setChosen] = useState<Record<string, 'mine' | 'theirs'>>({})
  if (contested.length === 0) return null
  const nameField = (field: string): string => {
    const [group, at] = field.split('.')
    const label = getLabel(field as ClientFieldName)
    if (group !== 'people') return label
    const people = form.getValues('people').slice(0, Number(at) + 1)
    const role = people.at(-1)!.role
    // As the form numbers them: each role by itself.
    const n = people.filter((person) => person.role === role).length
    return t('versions.person', { person: t(`people.numbered.${role}`, { n }), field: label })
  }
  return (
    <FieldGroup title={t('versions.title')} description={t('versions.lead')}>
      {contested.map(({ field, mine, theirs }) => (
        <Radio.Group
          key={field}
          label={nameField(field)}
          value={chosen[field] ?? 'mine'}
          onChange={(which) => {
            setChosen({ ...chosen, [field]: which as 'mine' | 'theirs' })
            form.clearErrors(field as ClientFieldName)
            form.setValue(field as ClientFieldName, (which === 'mine' ? mine : theirs) as never, { shouldDirty: true })
          }}
        >
          <div className={classes.versions}>
            <Radio value="mine" label={t('versions.mine', { value: valueText(field, mine) })} />
            <Radio value="theirs" label={t('versions.theirs', { value: valueText(field, theirs) })} />
          </div>
        </Radio.Group>
      ))}
    </FieldGroup>
  )
}
