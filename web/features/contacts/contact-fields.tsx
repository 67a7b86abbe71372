import { Checkbox, Textarea } from '@mantine/core'
import { Controller, type FieldPath, type UseFormReturn } from 'react-hook-form'
import type { getContactOptions } from '#contract/contacts.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FieldGroup } from '#web/ui/form/field-group.tsx'
import { MoneyField } from '#web/ui/form/money-field.tsx'
import { parseMoney } from '#web/ui/form/typed-money.ts'
import { requiredRule, useFormFields } from '#web/ui/form/use-form-fields.tsx'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import type { ContactFormValues } from './contact-form-values.ts'

type ContactOptions = ResponseBody<typeof getContactOptions>
export type ContactFieldProps = {
  form: UseFormReturn<ContactFormValues>
  options: ContactOptions
}

const toSelectOptions = (named: readonly { id: string; name: string }[]) =>
  named.map(({ id, name }) => ({ value: id, label: name }))

const useContactFields = (form: UseFormReturn<ContactFormValues>) => {
  const { t } = useTranslation('contacts')
  const getLabel = (name: FieldPath<ContactFormValues>): string =>
    name === 'isSomebodyElse' ? t('duplicates.somebodyElse') : t(`fields.${stripId(name)}`)
  return { t, ...useFormFields({ form, getLabel }) }
}

type LabelledField = Exclude<FieldPath<ContactFormValues>, 'isSomebodyElse'>
type WithoutId<Name extends string> = Name extends `${infer Bare}Id` ? Bare : Name
const stripId = <Name extends LabelledField>(name: Name) => name.replace(/Id$/, '') as WithoutId<Name>

/** Who they are, and how they are reached. */
export const ContactPersonFields = ({ form }: Pick<ContactFieldProps, 'form'>) => {
  const { t, text, email } = useContactFields(form)
  return (
    <FieldGroup title={t('groups.who')}>
      {text('name', 200, {
        ...requiredRule,
        validate: (typed) => String(typed).trim() !== '' || 'required',
      })}
      {text('surname', 200)}
      {email('email')}
      {text('phone', 24, {}, { type: 'tel' })}
    </FieldGroup>
  )
}

/** What they might bring, and what was done with them. */
export const ContactInterestFields = ({ form, options }: ContactFieldProps) => {
  const { t, choice, day, errorOf, register } = useContactFields(form)
  return (
    <FieldGroup title={t('groups.interest')}>
      {choice('typeId', toSelectOptions(options.types))}
      {choice('workId', toSelectOptions(options.works))}
      <MoneyField
        label={t('fields.amount')}
        isOptional
        error={errorOf('amount')}
        {...register('amount', {
          validate: (typed) => typed.trim() === '' || parseMoney(typed) !== undefined || 'amount',
        })}
      />
      {day('lopdOn', { isNearToday: true, description: t('form.lopdHint') })}
      <Controller
        control={form.control}
        name="wantsInvestments"
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <Checkbox
            ref={ref}
            label={t('fields.wantsInvestments')}
            checked={value}
            onChange={(event) => onChange(event.currentTarget.checked)}
            onBlur={onBlur}
          />
        )}
      />
    </FieldGroup>
  )
}

/** Where they come from, and whose they are. */
export const ContactOriginFields = ({ form, options }: ContactFieldProps) => {
  const { t, choice, search } = useContactFields(form)
  return (
    <>
      <FieldGroup title={t('groups.origin')}>
        {choice('referenceId', toSelectOptions(options.references))}
        {choice('sourceId', toSelectOptions(options.sources))}
      </FieldGroup>
      <FieldGroup title={t('groups.owner')} description={t('form.ownerHint')}>
        {search(
          'ownerId',
          options.owners.map(({ id, name, cvl }) => ({ value: id, label: `${name} · ${cvl}` })),
          requiredRule,
        )}
      </FieldGroup>
    </>
  )
}

export const ContactNoteFields = ({ form }: Pick<ContactFieldProps, 'form'>) => {
  const { t, errorOf, register } = useContactFields(form)
  const optional = useOptionalLabel()
  return (
    <FieldGroup title={t('groups.notes')}>
      <Textarea
        label={optional(t('fields.family'))}
        description={t('form.familyHint')}
        rows={2}
        maxLength={1000}
        error={errorOf('family')}
        {...register('family')}
      />
      <Textarea
        label={optional(t('fields.observations'))}
        rows={4}
        maxLength={4000}
        error={errorOf('observations')}
        {...register('observations')}
      />
    </FieldGroup>
  )
}
