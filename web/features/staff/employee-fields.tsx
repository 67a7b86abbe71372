import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { Controller, type FieldPath, type RegisterOptions, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { countryCodes } from '#contract/core/countries.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import {
  type EmployeeDetail,
  employmentTypes,
  genders,
  type getStaffOptions,
  maritalStatuses,
  positions,
  streetTypes,
} from '#contract/staff.ts'
import { useCountryName } from '#web/core/country-name.ts'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { Section } from '#web/ui/section.tsx'
import { type EmployeeFormValues, parseWeeklyHours } from './employee-form-values.ts'
import classes from './staff.module.css'

export type EmployeeFieldProps = {
  form: UseFormReturn<EmployeeFormValues>
  options: ResponseBody<typeof getStaffOptions>
  /** Who is changed; undefined for somebody new, who gets a supervisor here. */
  employee?: EmployeeDetail
}
type EmployeeFieldName = Exclude<FieldPath<EmployeeFormValues>, 'address' | 'secrets'>
type EmployeeFieldRules = RegisterOptions<EmployeeFormValues, EmployeeFieldName>
type SelectOption = { value: string; label: string }

const isEmail = (typed: string): boolean => !typed.trim() || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim())
/** The last part of a name is the field's own: 'address.town'. */
type EmployeeFieldLabelKey =
  | keyof EmployeeDetail['address']
  | keyof EmployeeDetail['secrets']
  | Exclude<keyof EmployeeFormValues, 'address' | 'secrets' | 'officeId' | 'subcompanyId' | 'supervisorId'>
const getFieldLabelKey = (name: EmployeeFieldName): EmployeeFieldLabelKey =>
  name.split('.').at(-1) as EmployeeFieldLabelKey

/** Of the own record: the server refuses them. */
const fieldsLockedForSelf: readonly EmployeeFieldName[] = ['position', 'officeId']

type SearchFieldProps = {
  control: EmployeeFieldProps['form']['control']
  name: EmployeeFieldName
  label: string
  options: readonly SelectOption[]
  rules: EmployeeFieldRules
  error: ReactNode
  disabled: boolean
}

const EmployeeSearchField = ({ control, name, label, options, rules, error, disabled }: SearchFieldProps) => {
  const { t } = useTranslation(['staff', 'common'])
  return (
    <Controller
      control={control}
      name={name}
      rules={rules}
      render={({ field: { ref, value, onChange, onBlur } }) => (
        <SearchSelect
          ref={ref}
          label={label}
          disabled={disabled}
          placeholder={t(rules.required ? 'form.choose' : 'form.none')}
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

/** What every field of the form needs: its words, what was wrong with it, and its place in the values. */
const useEmployeeFields = ({ form, employee }: EmployeeFieldProps) => {
  const { t } = useTranslation(['staff', 'common'])
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const dayOf = useParseTypedDate()
  const { register, control, getFieldState, formState } = form
  const errorOf = (name: EmployeeFieldName) => fieldText(getFieldState(name, formState).error)
  const isOwn = employee?.ownRecord === true
  const isDay = (typed: unknown) => !String(typed).trim() || dayOf(String(typed)) !== undefined || 'date'
  const labelOf = (label: string, rules: EmployeeFieldRules = {}): string => (rules.required ? label : optional(label))
  const text = (name: EmployeeFieldName, maxLength: number, rules: EmployeeFieldRules = {}, more: object = {}) => (
    <TextInput
      key={name}
      label={labelOf(t(`fields.${getFieldLabelKey(name)}`), rules)}
      error={errorOf(name)}
      maxLength={maxLength}
      autoComplete="off"
      {...more}
      {...register(name, rules)}
    />
  )
  const email = (name: EmployeeFieldName) =>
    text(name, 254, { validate: (typed) => isEmail(String(typed)) || 'email' }, { type: 'email' })
  const day = (name: EmployeeFieldName) => (
    <DateField
      key={name}
      label={t(`fields.${getFieldLabelKey(name)}`)}
      isOptional
      isNearToday={false}
      error={errorOf(name)}
      {...register(name, { validate: isDay })}
    />
  )
  const choice = (
    name: EmployeeFieldName,
    label: string,
    options: readonly SelectOption[],
    rules: EmployeeFieldRules = {},
  ) => (
    <NativeSelect
      key={name}
      label={labelOf(label, rules)}
      error={errorOf(name)}
      disabled={isOwn && fieldsLockedForSelf.includes(name)}
      data={[{ value: '', label: t(rules.required ? 'form.choose' : 'form.none') }, ...options]}
      {...register(name, rules)}
    />
  )
  const search = (
    name: EmployeeFieldName,
    label: string,
    options: readonly SelectOption[],
    rules: EmployeeFieldRules = {},
    waits = false,
  ) => (
    <EmployeeSearchField
      key={name}
      label={labelOf(label, rules)}
      {...{ control, name, options, rules }}
      error={errorOf(name)}
      disabled={waits || (isOwn && fieldsLockedForSelf.includes(name))}
    />
  )
  return { t, text, email, day, choice, search, errorOf, labelOf, register, isOwn }
}

const toSelectOptions = (some: readonly { id: string; name: string }[]): SelectOption[] =>
  some.map(({ id, name }) => ({ value: id, label: name }))

const FieldGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <Section title={title}>
    <div className={classes.group}>{children}</div>
  </Section>
)
const requiredRule = { required: 'required' } as const

/** Whether the office that is chosen lies in another zone than the one they work in: a second person decides it. */
const isOfficeInOtherZone = ({ form, employee, options }: EmployeeFieldProps): boolean => {
  const zoneOf = (officeId: string | undefined) => options.offices.find(({ id }) => id === officeId)?.zoneName
  return employee !== undefined && zoneOf(form.watch('officeId')) !== zoneOf(employee.officeId)
}

/** Why a second person should agree; one reason serves all that waits for them. */
const SecondPersonReasonField = ({ description, ...props }: EmployeeFieldProps & { description: string }) => {
  const { t, errorOf, register } = useEmployeeFields(props)
  return (
    <ReasonField
      label={t('fields.reason')}
      description={description}
      error={errorOf('reason')}
      {...register('reason', reasonRules)}
    />
  )
}

export const EmployeeWorkFields = (props: EmployeeFieldProps) => {
  const { t, text, email, day, choice, search, errorOf, labelOf, register } = useEmployeeFields(props)
  const { options, employee } = props
  const offices = options.offices.map(({ id, name, zoneName }) => ({
    value: id,
    label: `${name} · ${zoneName}`,
  }))
  const people = options.people.map(({ id, name, cvl }) => ({ value: id, label: `${name} · ${cvl}` }))
  return (
    <>
      <FieldGroup title={t('groups.identity')}>
        {text('name', 120, { required: 'required', validate: (typed) => String(typed).trim() !== '' || 'required' })}
        {text('surname', 160)}
      </FieldGroup>
      <FieldGroup title={t('groups.work')}>
        {choice(
          'position',
          t('fields.position'),
          positions.map((value) => ({ value, label: t(`positions.${value}`) })),
          requiredRule,
        )}
        {search('officeId', t('fields.office'), offices, requiredRule, Boolean(employee?.officeWaiting))}
        {employee?.officeWaiting && <p className={classes.muted}>{t('form.officeWaits')}</p>}
        {isOfficeInOtherZone(props) && <SecondPersonReasonField {...props} description={t('form.officeReason')} />}
        {!employee && search('supervisorId', t('fields.supervisor'), people)}
        {choice('subcompanyId', t('fields.subcompany'), toSelectOptions(options.subcompanies))}
        {choice(
          'employmentType',
          t('fields.employmentType'),
          employmentTypes.map((value) => ({ value, label: t(`employmentTypes.${value}`) })),
        )}
        {text(
          'weeklyHours',
          5,
          { validate: (typed) => !String(typed).trim() || parseWeeklyHours(String(typed)) !== undefined || 'number' },
          { inputMode: 'decimal', description: t('form.hoursHint') },
        )}
        <Textarea
          label={labelOf(t('fields.workSchedule'))}
          rows={2}
          maxLength={500}
          error={errorOf('workSchedule')}
          {...register('workSchedule')}
        />
        {day('hiredOn')}
        {day('probationEndOn')}
        {day('contractEndOn')}
      </FieldGroup>
      <FieldGroup title={t('groups.contact')}>
        {email('email')}
        {text('phone', 24, {}, { type: 'tel' })}
        {text('phone2', 24, {}, { type: 'tel' })}
        {text('dataSource', 120)}
      </FieldGroup>
    </>
  )
}

const useNationalityOptions = (): SelectOption[] => {
  const countryName = useCountryName()
  return useMemo(
    () =>
      countryCodes
        .map((value) => ({ value, label: countryName(value) }))
        .sort((one, other) => one.label.localeCompare(other.label)),
    [countryName],
  )
}

export const EmployeePersonalFields = (props: EmployeeFieldProps) => {
  const { t, text, email, day, choice, search } = useEmployeeFields(props)
  const nationalities = useNationalityOptions()
  return (
    <FieldGroup title={t('groups.personal')}>
      {day('birthDate')}
      {search('nationality', t('fields.nationality'), nationalities)}
      {choice(
        'maritalStatus',
        t('fields.maritalStatus'),
        maritalStatuses.map((value) => ({ value, label: t(`maritalStatuses.${value}`) })),
      )}
      {choice(
        'gender',
        t('fields.gender'),
        genders.map((value) => ({ value, label: t(`genders.${value}`) })),
      )}
      {text(
        'children',
        2,
        { validate: (typed) => /^\s*([0-2]?\d|30)?\s*$/.test(String(typed)) || 'invalid' },
        { inputMode: 'numeric' },
      )}
      {email('personalEmail')}
    </FieldGroup>
  )
}

export const EmployeeAddressFields = (props: EmployeeFieldProps) => {
  const { t, text, choice } = useEmployeeFields(props)
  return (
    <FieldGroup title={t('groups.address')}>
      <FieldRow>
        {choice(
          'address.streetType',
          t('fields.streetType'),
          streetTypes.map((value) => ({ value, label: t(`streetTypes.${value}`) })),
        )}
        {text('address.street', 200)}
      </FieldRow>
      <FieldRow>
        {text('address.streetNumber', 20)}
        {text('address.floor', 20)}
        {text('address.door', 20)}
      </FieldRow>
      <FieldRow>
        {text('address.postalCode', 20)}
        {text('address.town', 120)}
      </FieldRow>
      {text('address.province', 120)}
    </FieldGroup>
  )
}

/** Numbers that are never filled in: what is kept shows by its last digits. */
export const EmployeeSecretFields = (props: EmployeeFieldProps) => {
  const { t, text, isOwn } = useEmployeeFields(props)
  const isWaiting = Boolean(props.employee?.accountChange)
  const isTyped = props.form.watch(['secrets.iban', 'secrets.payrollAccount']).some((typed) => typed?.trim())
  const kept = (masked: string | null | undefined) => (masked ? { description: t('form.keepSecret', { masked }) } : {})
  const { iban, payrollAccount, socialSecurityNumber } = props.employee?.secrets ?? {}
  return (
    <FieldGroup title={t('groups.banking')}>
      {text('secrets.iban', 42, {}, { ...kept(iban), disabled: isOwn || isWaiting })}
      {text('secrets.payrollAccount', 42, {}, { ...kept(payrollAccount), disabled: isOwn || isWaiting })}
      {isWaiting && <p className={classes.muted}>{t('form.accountsWait')}</p>}
      {isTyped && !isOfficeInOtherZone(props) && (
        <SecondPersonReasonField {...props} description={t('form.accountReason')} />
      )}
      {text('secrets.socialSecurityNumber', 42, {}, kept(socialSecurityNumber))}
    </FieldGroup>
  )
}
