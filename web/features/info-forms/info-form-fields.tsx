import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import {
  getInfoFormTextLength,
  type InfoFormField,
  infoFormFieldKinds,
  listInfoFormGroups,
  listRequiredInfoFormFields,
} from '#contract/info-forms/fields.ts'
import type { ClientInfoForm } from '#contract/info-forms.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { findTypedFault, type InfoFormValues, isFieldShown } from '#web/domain/info-forms/form-values.ts'
import { useInfoFormTexts } from '#web/domain/info-forms/use-info-form-texts.ts'
import { FieldGroup } from '#web/ui/form/field-group.tsx'
import { MoneyField } from '#web/ui/form/money-field.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'

type Props = {
  form: UseFormReturn<InfoFormValues>
  kind: ClientInfoForm['kind']
  /** The form is about to be completed: what is required has to be there. */
  completes: RefObject<boolean>
}
type FieldProps = Props & { field: InfoFormField }

const FormField = ({ form, kind, field, completes }: FieldProps) => {
  const { t } = useTranslation('form')
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const { getLabel, listOptions } = useInfoFormTexts(kind)
  const isRequired = listRequiredInfoFormFields(kind).includes(field)
  const validate = (typed: string): true | string => {
    if (isRequired && completes.current && typed.trim() === '') return 'required'
    const fault = findTypedFault(field, typed)
    return fault === undefined || (fault === 'amount' ? 'amount' : 'childCount')
  }
  const label = isRequired ? getLabel(field) : optional(getLabel(field))
  const error = fieldText(form.formState.errors[field])
  const props = { label, error, ...form.register(field, { validate }) }
  const options = listOptions(field)
  if (options.length > 0) return <NativeSelect {...props} data={[{ value: '', label: t('choose') }, ...options]} />
  const fieldKind = infoFormFieldKinds[field]
  if (fieldKind === 'money') return <MoneyField {...props} />
  const maxLength = getInfoFormTextLength(field)
  if (fieldKind === 'lines') return <Textarea {...props} autosize minRows={2} maxRows={8} maxLength={maxLength} />
  if (fieldKind === 'count') return <TextInput {...props} inputMode="numeric" autoComplete="off" maxLength={2} />
  return <TextInput {...props} autoComplete="off" maxLength={maxLength} />
}

/** The fields of the form in their groups; what is asked only after a yes comes with it. */
export const InfoFormFields = (props: Props) => {
  const { getGroupTitle } = useInfoFormTexts(props.kind)
  const values = props.form.watch()
  return listInfoFormGroups(props.kind).map(({ group, fields }) => (
    <FieldGroup key={group} title={getGroupTitle(group)}>
      {fields
        .filter((field) => isFieldShown(values, field))
        .map((field) => (
          <FormField key={field} field={field} {...props} />
        ))}
    </FieldGroup>
  ))
}
