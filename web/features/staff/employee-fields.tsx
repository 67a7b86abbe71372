import { Textarea } from '@mantine/core'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
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
import { useCountryOptions } from '#web/core/country-options.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FieldGroup } from '#web/ui/form/field-group.tsx'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { requiredRule, type SelectOption, useFormFields } from '#web/ui/form/use-form-fields.tsx'
import textClasses from '#web/ui/text.module.css'
import { type EmployeeFormValues, parseWeeklyHours } from './employee-form-values.ts'

export type EmployeeFieldProps = {
  form: UseFormReturn<EmployeeFormValues>
  options: ResponseBody<typeof getStaffOptions>
  /** Who is changed; undefined for somebody new, who gets a supervisor here. */
  employee?: EmployeeDetail
}
type EmployeeFieldName = Exclude<FieldPath<EmployeeFormValues>, 'address' | 'secrets'>
/** The last part of a name is the field's own: 'address.town'. */
const labelKeys: Partial<Record<EmployeeFieldName, 'office' | 'subcompany' | 'supervisor'>> = {
  officeId: 'office',
  subcompanyId: 'subcompany',
  supervisorId: 'supervisor',
}
type EmployeeFieldLabelKey =
  | keyof EmployeeDetail['address']
  | keyof EmployeeDetail['secrets']
  | Exclude<keyof EmployeeFormValues, 'address' | 'secrets' | 'officeId' | 'subcompanyId' | 'supervisorId'>
const getFieldLabelKey = (name: EmployeeFieldName) =>
  labelKeys[name] ?? (name.split('.').at(-1) as EmployeeFieldLabelKey)

/** Of the own record: the server refuses them. */
const fieldsLockedForSelf: readonly string[] = ['position', 'officeId']

/** What every field of the form needs: its words, what was wrong with it, and its place in the values. */
const useEmployeeFields = ({ form, employee }: EmployeeFieldProps) => {
  const { t } = useTranslation(['staff', 'common'])
  const isOwn = employee?.ownRecord === true
  const fields = useFormFields({
    form,
    getLabel: (name) => t(`fields.${getFieldLabelKey(name as EmployeeFieldName)}`),
    isLocked: (name) => isOwn && fieldsLockedForSelf.includes(name),
  })
  return { t, isOwn, ...fields }
}

const toSelectOptions = (some: readonly { id: string; name: string }[]): SelectOption[] =>
  some.map(({ id, name }) => ({ value: id, label: name }))

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
          positions.map((value) => ({ value, label: t(`positions.${value}`) })),
          requiredRule,
        )}
        {search('officeId', offices, requiredRule, { isWaiting: Boolean(employee?.officeWaiting) })}
        {employee?.officeWaiting && <p className={textClasses.muted}>{t('form.officeWaits')}</p>}
        {isOfficeInOtherZone(props) && <SecondPersonReasonField {...props} description={t('form.officeReason')} />}
        {!employee && search('supervisorId', people)}
        {choice('subcompanyId', toSelectOptions(options.subcompanies))}
        {choice(
          'employmentType',
          employmentTypes.map((value) => ({ value, label: t(`employmentTypes.${value}`) })),
        )}
        {text(
          'weeklyHours',
          5,
          { validate: (typed) => !String(typed).trim() || parseWeeklyHours(String(typed)) !== undefined || 'number' },
          { inputMode: 'decimal', description: t('form.hoursHint') },
        )}
        <Textarea
          label={labelOf('workSchedule')}
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

export const EmployeePersonalFields = (props: EmployeeFieldProps) => {
  const { t, text, email, day, choice, search } = useEmployeeFields(props)
  const nationalities = useCountryOptions()
  return (
    <FieldGroup title={t('groups.personal')}>
      {day('birthDate')}
      {search('nationality', nationalities)}
      {choice(
        'maritalStatus',
        maritalStatuses.map((value) => ({ value, label: t(`maritalStatuses.${value}`) })),
      )}
      {choice(
        'gender',
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
      {isWaiting && <p className={textClasses.muted}>{t('form.accountsWait')}</p>}
      {isTyped && !isOfficeInOtherZone(props) && (
        <SecondPersonReasonField {...props} description={t('form.accountReason')} />
      )}
      {text('secrets.socialSecurityNumber', 42, {}, kept(socialSecurityNumber))}
    </FieldGroup>
  )
}
