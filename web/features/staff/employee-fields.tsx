import { NativeSelect, Select, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { Controller, type FieldPath, type RegisterOptions, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { countries } from '#contract/core/countries.ts'
import type { Answer } from '#contract/core/endpoint.ts'
import {
  type EmployeeDetail,
  employmentTypes,
  genders,
  maritalStatuses,
  positions,
  type staffOptions,
  streetTypes,
} from '#contract/staff.ts'
import { useCountryName } from '#web/core/country-name.ts'
import { DateField, under, useTypedDay } from '#web/ui/form/date-field.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { Section } from '#web/ui/section.tsx'
import { type EmployeeValues, readHours } from './form-values.ts'
import classes from './staff.module.css'

export type FieldProps = {
  form: UseFormReturn<EmployeeValues>
  options: Answer<typeof staffOptions>
  /** Who is changed; undefined for somebody new, who gets a supervisor here. */
  employee?: EmployeeDetail
}
type Name = Exclude<FieldPath<EmployeeValues>, 'address' | 'secrets'>
type Rules = RegisterOptions<EmployeeValues, Name>
type Option = { value: string; label: string }

const isEmail = (typed: string): boolean => !typed.trim() || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim())
/** The last part of a name is the field's own: 'address.town'. */
type Label =
  | keyof EmployeeDetail['address']
  | keyof EmployeeDetail['secrets']
  | Exclude<keyof EmployeeValues, 'address' | 'secrets' | 'officeId' | 'subcompanyId' | 'supervisorId'>
const labelOf = (name: Name): Label => name.split('.').at(-1) as Label

/** Of the own record: the server refuses them. */
const notByOneself: readonly Name[] = ['position', 'officeId']

/** What every field of the form needs: its words, what was wrong with it, and its place in the values. */
const useFields = ({ form, employee }: FieldProps) => {
  const { t } = useTranslation(['staff', 'common'])
  const fieldText = useFieldText()
  const dayOf = useTypedDay()
  const { register, control, getFieldState, formState } = form
  const errorOf = (name: Name) => fieldText(getFieldState(name, formState).error)
  const isOwn = employee?.ownRecord === true
  const isDay = (typed: unknown) => !String(typed).trim() || dayOf(String(typed)) !== undefined || 'date'
  const text = (name: Name, maxLength: number, rules: Rules = {}, more: object = {}) => (
    <TextInput
      key={name}
      label={t(`fields.${labelOf(name)}`)}
      error={errorOf(name)}
      maxLength={maxLength}
      autoComplete="off"
      withAsterisk={rules.required !== undefined}
      inputWrapperOrder={under}
      {...more}
      {...register(name, rules)}
    />
  )
  const email = (name: Name) =>
    text(name, 254, { validate: (typed) => isEmail(String(typed)) || 'email' }, { type: 'email' })
  const day = (name: Name) => (
    <DateField
      key={name}
      label={t(`fields.${labelOf(name)}`)}
      error={errorOf(name)}
      {...register(name, { validate: isDay })}
    />
  )
  const choice = (name: Name, label: string, options: readonly Option[], rules: Rules = {}) => (
    <NativeSelect
      key={name}
      label={label}
      error={errorOf(name)}
      withAsterisk={rules.required !== undefined}
      disabled={isOwn && notByOneself.includes(name)}
      data={[{ value: '', label: t(rules.required ? 'form.choose' : 'form.none') }, ...options]}
      {...register(name, rules)}
    />
  )
  const search = (name: Name, label: string, options: readonly Option[], rules: Rules = {}, waits = false) => (
    <Controller
      key={name}
      control={control}
      name={name}
      rules={rules}
      render={({ field: { ref, value, onChange, onBlur } }) => (
        <Select
          ref={ref}
          label={label}
          disabled={waits || (isOwn && notByOneself.includes(name))}
          placeholder={t(rules.required ? 'form.choose' : 'form.none')}
          error={errorOf(name)}
          withAsterisk={rules.required !== undefined}
          data={[...options]}
          value={String(value ?? '') || null}
          onChange={(picked) => onChange(picked ?? '')}
          onBlur={onBlur}
          searchable
          clearable={!rules.required}
          limit={60}
          nothingFoundMessage={t('common:noData')}
        />
      )}
    />
  )
  return { t, text, email, day, choice, search, errorOf, register, isOwn }
}

const named = (some: readonly { id: string; name: string }[]): Option[] =>
  some.map(({ id, name }) => ({ value: id, label: name }))

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <Section title={title}>
    <div className={classes.group}>{children}</div>
  </Section>
)
const Pair = ({ children }: { children: ReactNode }) => <div className={classes.pair}>{children}</div>
const required = { required: 'required' } as const

/** Whether the office that is chosen lies in another zone than the one they work in: a second person decides it. */
const leavesZone = ({ form, employee, options }: FieldProps): boolean => {
  const zoneOf = (officeId: string | undefined) => options.offices.find(({ id }) => id === officeId)?.zoneName
  return employee !== undefined && zoneOf(form.watch('officeId')) !== zoneOf(employee.officeId)
}

/** Why a second person should agree; one reason serves all that waits for them. */
const SecondPersonReason = ({ description, ...props }: FieldProps & { description: string }) => {
  const { t, errorOf, register } = useFields(props)
  return (
    <ReasonField
      label={t('fields.reason')}
      description={description}
      error={errorOf('reason')}
      withAsterisk
      {...register('reason', reasonRules)}
    />
  )
}

export const WorkFields = (props: FieldProps) => {
  const { t, text, email, day, choice, search, errorOf, register } = useFields(props)
  const { options, employee } = props
  const offices = options.offices.map(({ id, name, zoneName }) => ({
    value: id,
    label: `${name} · ${zoneName}`,
  }))
  const people = options.people.map(({ id, name, cvl }) => ({ value: id, label: `${name} · ${cvl}` }))
  return (
    <>
      <Group title={t('groups.identity')}>
        <Pair>
          {text('name', 120, { required: 'required', validate: (typed) => String(typed).trim() !== '' || 'required' })}
          {text('surname', 160)}
        </Pair>
      </Group>
      <Group title={t('groups.work')}>
        <Pair>
          {choice(
            'position',
            t('fields.position'),
            positions.map((value) => ({ value, label: t(`positions.${value}`) })),
            required,
          )}
          {search('officeId', t('fields.office'), offices, required, Boolean(employee?.officeWaiting))}
        </Pair>
        {employee?.officeWaiting && <p className={classes.muted}>{t('form.officeWaits')}</p>}
        {leavesZone(props) && <SecondPersonReason {...props} description={t('form.officeReason')} />}
        {!employee && search('supervisorId', t('fields.supervisor'), people)}
        {choice('subcompanyId', t('fields.subcompany'), named(options.subcompanies))}
        <Pair>
          {choice(
            'employmentType',
            t('fields.employmentType'),
            employmentTypes.map((value) => ({ value, label: t(`employmentTypes.${value}`) })),
          )}
          {text(
            'weeklyHours',
            5,
            { validate: (typed) => !String(typed).trim() || readHours(String(typed)) !== undefined || 'number' },
            { inputMode: 'decimal', description: t('form.hoursHint') },
          )}
        </Pair>
        <Textarea
          label={t('fields.workSchedule')}
          rows={2}
          maxLength={500}
          error={errorOf('workSchedule')}
          {...register('workSchedule')}
        />
        <Pair>
          {day('hiredOn')}
          {day('probationEndOn')}
          {day('contractEndOn')}
        </Pair>
      </Group>
      <Group title={t('groups.contact')}>
        {email('email')}
        <Pair>
          {text('phone', 24, {}, { type: 'tel' })}
          {text('phone2', 24, {}, { type: 'tel' })}
        </Pair>
        {text('dataSource', 120)}
      </Group>
    </>
  )
}

const useNationalities = (): Option[] => {
  const countryName = useCountryName()
  return useMemo(
    () =>
      countries
        .map((value) => ({ value, label: countryName(value) }))
        .sort((one, other) => one.label.localeCompare(other.label)),
    [countryName],
  )
}

export const PersonalFields = (props: FieldProps) => {
  const { t, text, email, day, choice, search } = useFields(props)
  const nationalities = useNationalities()
  return (
    <Group title={t('groups.personal')}>
      <Pair>
        {day('birthDate')}
        {search('nationality', t('fields.nationality'), nationalities)}
      </Pair>
      <Pair>
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
      </Pair>
      {email('personalEmail')}
    </Group>
  )
}

export const AddressFields = (props: FieldProps) => {
  const { t, text, choice } = useFields(props)
  return (
    <Group title={t('groups.address')}>
      <Pair>
        {choice(
          'address.streetType',
          t('fields.streetType'),
          streetTypes.map((value) => ({ value, label: t(`streetTypes.${value}`) })),
        )}
        {text('address.street', 200)}
      </Pair>
      <Pair>
        {text('address.streetNumber', 20)}
        {text('address.floor', 20)}
        {text('address.door', 20)}
      </Pair>
      <Pair>
        {text('address.postalCode', 20)}
        {text('address.town', 120)}
        {text('address.province', 120)}
      </Pair>
    </Group>
  )
}

/** Numbers that are never filled in: what is kept shows by its last digits. */
export const SecretFields = (props: FieldProps) => {
  const { t, text, isOwn } = useFields(props)
  const isWaiting = Boolean(props.employee?.accountChange)
  const isAsked = props.form.watch(['secrets.iban', 'secrets.payrollAccount']).some((typed) => typed?.trim())
  const kept = (masked: string | null | undefined) => (masked ? { description: t('form.keepSecret', { masked }) } : {})
  const { iban, payrollAccount, socialSecurityNumber } = props.employee?.secrets ?? {}
  return (
    <Group title={t('groups.banking')}>
      {text('secrets.iban', 42, {}, { ...kept(iban), disabled: isOwn || isWaiting })}
      {text('secrets.payrollAccount', 42, {}, { ...kept(payrollAccount), disabled: isOwn || isWaiting })}
      {isWaiting && <p className={classes.muted}>{t('form.accountsWait')}</p>}
      {isAsked && !leavesZone(props) && <SecondPersonReason {...props} description={t('form.accountReason')} />}
      {text('secrets.socialSecurityNumber', 42, {}, kept(socialSecurityNumber))}
    </Group>
  )
}
