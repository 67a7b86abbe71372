import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Controller, type FieldPath, type FieldValues, type RegisterOptions, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from '#web/core/use-translation.ts'
import { DateField, useParseTypedDate } from './date-field.tsx'
import { SearchSelect } from './search-select.tsx'
import { useFieldErrorText } from './use-field-text.ts'
import { useOptionalLabel } from './use-optional-label.ts'

export type SelectOption = { value: string; label: string }
/** A field that has to be filled in. */
export const requiredRule = { required: 'required' } as const

const isEmail = (typed: string): boolean => !typed.trim() || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim())

type SearchFieldProps<V extends FieldValues> = {
  form: UseFormReturn<V>
  name: FieldPath<V>
  label: string
  options: readonly SelectOption[]
  rules: RegisterOptions<V, FieldPath<V>>
  error: ReactNode
  disabled: boolean
  description?: string | undefined
}

const SearchField = <V extends FieldValues>({
  form,
  name,
  label,
  options,
  rules,
  error,
  ...more
}: SearchFieldProps<V>) => {
  const { t } = useTranslation('form')
  return (
    <Controller
      control={form.control}
      name={name}
      rules={rules}
      render={({ field: { ref, value, onChange, onBlur } }) => (
        <SearchSelect
          ref={ref}
          label={label}
          {...more}
          placeholder={t(rules.required ? 'choose' : 'none')}
          error={error}
          data={[...options]}
          value={String(value ?? '')}
          onChange={onChange}
          onBlur={onBlur}
          clearable={!rules.required}
        />
      )}
    />
  )
}

type Options<V extends FieldValues> = {
  form: UseFormReturn<V>
  getLabel: (name: FieldPath<V>) => string
  /** Fields that the server would refuse of this person. */
  isLocked?: (name: FieldPath<V>) => boolean
}

/**
 * Fields of a long form, each by its name: its label, its place in the values and what was wrong with it. Those that need not be filled in say so.
 * Needs the texts of forms and lists.
 */
export const useFormFields = <V extends FieldValues>({ form, getLabel, isLocked = () => false }: Options<V>) => {
  type Name = FieldPath<V>
  type Rules = RegisterOptions<V, Name>
  const { t } = useTranslation('form')
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const dayOf = useParseTypedDate()
  const { register, getFieldState, formState } = form
  const errorOf = (name: Name) => fieldText(getFieldState(name, formState).error)
  const isDay = (typed: unknown) => !String(typed).trim() || dayOf(String(typed)) !== undefined || 'date'
  const labelOf = (name: Name, rules: Rules = {}): string =>
    rules.required ? getLabel(name) : optional(getLabel(name))
  const text = (name: Name, maxLength: number, rules: Rules = {}, more: object = {}) => (
    <TextInput
      key={name}
      label={labelOf(name, rules)}
      error={errorOf(name)}
      maxLength={maxLength}
      autoComplete="off"
      {...more}
      {...register(name, rules)}
    />
  )
  const email = (name: Name, more: object = {}) =>
    text(name, 254, { validate: (typed: unknown) => isEmail(String(typed)) || 'email' }, { type: 'email', ...more })
  const day = (name: Name, more: object = {}) => (
    <DateField
      key={name}
      label={getLabel(name)}
      isOptional
      isNearToday={false}
      error={errorOf(name)}
      {...more}
      {...register(name, { validate: isDay })}
    />
  )
  const choice = (name: Name, options: readonly SelectOption[], rules: Rules = {}, more: object = {}) => (
    <NativeSelect
      key={name}
      label={labelOf(name, rules)}
      error={errorOf(name)}
      disabled={isLocked(name)}
      data={[{ value: '', label: t(rules.required ? 'choose' : 'none') }, ...options]}
      {...more}
      {...register(name, rules)}
    />
  )
  const search = (
    name: Name,
    options: readonly SelectOption[],
    rules: Rules = {},
    { isWaiting = false, description }: { isWaiting?: boolean; description?: string } = {},
  ) => (
    <SearchField
      key={name}
      form={form}
      label={labelOf(name, rules)}
      error={errorOf(name)}
      disabled={isWaiting || isLocked(name)}
      {...{ name, options, rules, description }}
    />
  )
  return { text, email, day, choice, search, errorOf, labelOf, register }
}
