import { Radio } from '@mantine/core'
import { useState } from 'react'
import type { InfoFormField } from '#contract/info-forms/fields.ts'
import type { ClientInfoForm } from '#contract/info-forms.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { InfoFormValues } from '#web/domain/info-forms/form-values.ts'
import { useInfoFormTexts } from '#web/domain/info-forms/use-info-form-texts.ts'
import { FieldGroup } from '#web/ui/form/field-group.tsx'
import { FieldStack } from '#web/ui/form/field-row.tsx'
import type { SubmitFormState } from '#web/ui/form/use-submit-form.ts'

type Props = { formState: SubmitFormState<InfoFormValues>; kind: ClientInfoForm['kind'] }

/** What two people have changed at once: both values of a field, of which one is chosen. What was typed here stays unless said otherwise. */
export const ContestedValues = ({ formState: { form, contested }, kind }: Props) => {
  const { t } = useTranslation('info-forms')
  const { t: tFields, getLabel, listOptions } = useInfoFormTexts(kind)
  const [chosen, setChosen] = useState<Record<string, 'mine' | 'theirs'>>({})
  if (contested.length === 0) return null
  const nameValue = (field: InfoFormField, typed: unknown): string => {
    const text = String(typed)
    return listOptions(field).find(({ value }) => value === text)?.label ?? (text || tFields('unknown'))
  }
  return (
    <FieldGroup title={t('versions.title')} description={t('versions.lead')}>
      {contested.map(({ field: path, mine, theirs }) => {
        const field = path as InfoFormField
        return (
          <Radio.Group
            key={field}
            label={getLabel(field)}
            value={chosen[field] ?? 'mine'}
            onChange={(which) => {
              setChosen({ ...chosen, [field]: which as 'mine' | 'theirs' })
              form.clearErrors(field)
              form.setValue(field, String(which === 'mine' ? mine : theirs), { shouldDirty: true })
            }}
          >
            <FieldStack>
              <Radio value="mine" label={t('versions.mine', { value: nameValue(field, mine) })} />
              <Radio value="theirs" label={t('versions.theirs', { value: nameValue(field, theirs) })} />
            </FieldStack>
          </Radio.Group>
        )
      })}
    </FieldGroup>
  )
}
