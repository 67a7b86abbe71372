import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturn } from 'react-hook-form'
import { listIdentityKinds } from '#contract/client-data/identity-kinds.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import { parseIdentityNumber } from '#rules/identity-documents.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import layoutClasses from '#web/ui/layout.module.css'
import textClasses from '#web/ui/text.module.css'
import { type BeneficiariesFormValues, parseBeneficiaryShare } from './beneficiary-form-values.ts'

type Props = { form: UseFormReturn<BeneficiariesFormValues>; at: number; onRemove: () => void }
type FieldsProps = Omit<Props, 'onRemove'>

/** Documents of people and of organisations, where the firm works. */
const useIdentityOptions = () => {
  const { t } = useTranslation(['client-data', 'form'])
  const { country } = tenantFacts[useSession((state) => state.session?.prefix) ?? 'dino']
  const kinds = new Set([...listIdentityKinds(country, 'person'), ...listIdentityKinds(country, 'company')])
  return [
    { value: '', label: t('form:none') },
    ...[...kinds].map((value) => ({ value, label: t(`client-data:documents.${value}`) })),
  ]
}

/** Who somebody is that is no client. */
const PersonFields = ({ form: { register, formState, getValues }, at }: FieldsProps) => {
  const { t } = useTranslation('account-beneficiaries')
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const kinds = useIdentityOptions()
  const errors = formState.errors.beneficiaries?.[at]
  const checkNumber = (typed: string): true | string => {
    const kind = getValues(`beneficiaries.${at}.identityKind`)
    if (typed.trim() === '') return kind === '' || 'required'
    return kind === '' || parseIdentityNumber(typed, kind) !== undefined || 'identityNumber'
  }
  return (
    <>
      <FieldRow>
        <TextInput
          label={t('name')}
          maxLength={120}
          autoComplete="off"
          error={fieldText(errors?.name)}
          {...register(`beneficiaries.${at}.name`, {
            required: 'required',
            validate: (typed) => typed.trim() !== '' || 'required',
          })}
        />
        <TextInput
          label={optional(t('surname'))}
          maxLength={160}
          autoComplete="off"
          error={fieldText(errors?.surname)}
          {...register(`beneficiaries.${at}.surname`)}
        />
      </FieldRow>
      <FieldRow>
        <NativeSelect
          label={optional(t('identityKind'))}
          data={kinds}
          error={fieldText(errors?.identityKind)}
          {...register(`beneficiaries.${at}.identityKind`)}
        />
        <TextInput
          label={optional(t('identityNumber'))}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={fieldText(errors?.identityNumber)}
          {...register(`beneficiaries.${at}.identityNumber`, { validate: checkNumber })}
        />
      </FieldRow>
    </>
  )
}

/** One beneficiary: who they are, what they are to the holder, and which part they receive. */
export const BeneficiaryFields = ({ form, at, onRemove }: Props) => {
  const { t } = useTranslation('account-beneficiaries')
  const fieldText = useFieldErrorText()
  const { register, formState, watch } = form
  const { beneficiaryId, clientId, label, name } = watch(`beneficiaries.${at}`)
  const errors = formState.errors.beneficiaries?.[at]
  const isKnown = beneficiaryId !== '' || clientId !== ''
  const title = label || name.trim() || t('newPerson', { n: at + 1 })
  const wrong = isKnown ? (errors?.clientId ?? errors?.name) : errors?.clientId
  return (
    <fieldset className={layoutClasses.dividedRows}>
      <legend className={textClasses.legend}>{title}</legend>
      {wrong && (
        <p className={textClasses.wrong} role="alert">
          {fieldText(wrong)}
        </p>
      )}
      {!isKnown && <PersonFields form={form} at={at} />}
      <FieldRow>
        <TextInput
          label={t('relationship')}
          description={t('relationshipHint')}
          maxLength={80}
          autoComplete="off"
          error={fieldText(errors?.relationship)}
          {...register(`beneficiaries.${at}.relationship`, {
            required: 'required',
            validate: (typed) => typed.trim() !== '' || 'required',
          })}
        />
        <TextInput
          label={t('share')}
          aria-label={t('shareOf', { name: title })}
          rightSection="%"
          inputMode="decimal"
          maxLength={8}
          error={fieldText(errors?.share)}
          {...register(`beneficiaries.${at}.share`, {
            required: 'required',
            validate: (typed) => parseBeneficiaryShare(typed) !== undefined || 'number',
          })}
        />
      </FieldRow>
      <div>
        <Button variant="subtle" color="gray" size="xs" onClick={onRemove}>
          {t('remove', { name: title })}
        </Button>
      </div>
    </fieldset>
  )
}
