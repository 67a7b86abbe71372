import { Checkbox } from '@mantine/core'
import { Controller, type FieldPath, type UseFormReturn } from 'react-hook-form'
import { type IdentityKind, listIdentityKinds } from '#contract/client-data/identity-kinds.ts'
import { type ClientData, fundsSources, riskLevelNames } from '#contract/client-data.ts'
import { clientChannels, clientKinds } from '#contract/clients.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import { idiomas } from '#contract/core/values.ts'
import { streetTypes } from '#contract/staff.ts'
import { parseIdentityNumber } from '#rules/identity-documents.ts'
import { parsePostalCode } from '#rules/postal-codes.ts'
import { useCountryOptions } from '#web/core/country-options.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx'
import { FieldGroup } from '#web/ui/form/field-group.tsx'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { requiredRule, useFormFields } from '#web/ui/form/use-form-fields.tsx'
import classes from './client-data.module.css'
import type { ClientFormValues } from './client-form-values.ts'
import { isGuardedChange } from './is-guarded-change.ts'
import { useClientFieldLabel } from './use-client-field-label.ts'

export type ClientFieldProps = {
  form: UseFormReturn<ClientFormValues>
  /** Who is changed; undefined for somebody new. */
  client?: ClientData
}
type ClientFieldName = FieldPath<ClientFormValues>

const useClientFields = ({ form }: ClientFieldProps) => {
  const { t } = useTranslation(['client-data', 'client', 'form', 'staff'])
  const getLabel = useClientFieldLabel(form.watch('kind'))
  return { t, getLabel, ...useFormFields({ form, getLabel }) }
}

const useHomeCountry = () => tenantFacts[useSession((state) => state.session?.prefix) ?? 'dino'].country

/** Kinds of document of such a client, and the one there is, whatever it is. */
export const useIdentityOptions = (kind: ClientData['kind'], known?: string | null) => {
  const { t } = useTranslation('client-data')
  const offered = listIdentityKinds(useHomeCountry(), kind)
  const all = known && !offered.includes(known as IdentityKind) ? [...offered, known as IdentityKind] : offered
  return all.map((value) => ({ value, label: t(`documents.${value}`) }))
}

/** A number has the check digits of its kind; one that is kept passes as it is. */
export const checkIdentityNumber =
  (form: UseFormReturn<ClientFormValues>, kindField: ClientFieldName, known?: string | null) =>
  (typed: unknown): true | string => {
    const text = String(typed).trim()
    const kind = form.getValues(kindField) as IdentityKind | ''
    if (text === '') return kind === '' || 'required'
    if (text === known || kind === '') return true
    return parseIdentityNumber(text, kind) !== undefined || 'identityNumber'
  }

type CheckFieldProps = { form: UseFormReturn<ClientFormValues>; name: 'pep' | 'dniPermanent'; label: string }
const CheckField = ({ form, name, label }: CheckFieldProps) => (
  <Controller
    control={form.control}
    name={name}
    render={({ field: { value, onChange, onBlur, ref } }) => (
      <Checkbox
        ref={ref}
        label={label}
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
        onBlur={onBlur}
      />
    )}
  />
)

/** Who they are. The kind is chosen once. */
export const ClientNameFields = (props: ClientFieldProps) => {
  const { t, text, day, search } = useClientFields(props)
  const countries = useCountryOptions()
  const { form, client } = props
  const kind = form.watch('kind')
  const isVisible = (typed: unknown) => String(typed).trim() !== '' || 'required'
  return (
    <FieldGroup title={t('groups.who')}>
      {!client && (
        <ChoiceButtons
          label={t('fields.kind')}
          options={clientKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          value={kind}
          onPick={(value) => {
            form.setValue('kind', value, { shouldDirty: true })
            form.setValue('identityKind', '', { shouldDirty: true })
          }}
        />
      )}
      {text('name', 200, { ...requiredRule, validate: isVisible })}
      {kind === 'person' && text('surname', 200)}
      {day('birthDate')}
      {search('nationality', countries)}
    </FieldGroup>
  )
}

/** The document by which they are known. */
export const ClientIdentityFields = (props: ClientFieldProps) => {
  const { t, text, choice, day } = useClientFields(props)
  const { form, client } = props
  const kinds = useIdentityOptions(form.watch('kind'), client?.identityKind)
  const isWaiting = client?.waiting?.fields.includes('identity') ?? false
  const locked = isWaiting ? { disabled: true } : {}
  return (
    <FieldGroup title={t('groups.identity')}>
      {choice('identityKind', kinds, {}, locked)}
      {text(
        'identityNumber',
        40,
        {
          ...(form.watch('identityKind') && requiredRule),
          validate: checkIdentityNumber(form, 'identityKind', client?.identityNumber),
        },
        { ...locked, autoCapitalize: 'characters', spellCheck: false },
      )}
      {form.watch('kind') === 'person' && (
        <>
          {!form.watch('dniPermanent') && day('dniValidUntil', locked)}
          {!isWaiting && <CheckField form={form} name="dniPermanent" label={t('fields.dniPermanent')} />}
        </>
      )}
    </FieldGroup>
  )
}

export const ClientContactFields = (props: ClientFieldProps) => {
  const { t, text, email, choice } = useClientFields(props)
  const isWaiting = props.client?.waiting?.fields.includes('email') ?? false
  return (
    <FieldGroup title={t('groups.contact')}>
      {email('email', isWaiting ? { disabled: true } : {})}
      {text('phone', 24, {}, { type: 'tel' })}
      {choice(
        'idioma',
        idiomas.map((value) => ({ value, label: t(`idiomas.${value}`) })),
        requiredRule,
      )}
    </FieldGroup>
  )
}

export const ClientAddressFields = (props: ClientFieldProps) => {
  const { t, text, choice, search } = useClientFields(props)
  const { form, client } = props
  const countries = useCountryOptions()
  const country = form.watch('country')
  const isPostalCode = (typed: unknown) => {
    const code = String(typed).trim()
    return code === '' || parsePostalCode(code, form.getValues('country')) !== undefined || 'postalCode'
  }
  return (
    <FieldGroup title={t('groups.address')} {...(client && { description: t('form.proofHint') })}>
      {search('country', countries, requiredRule)}
      <FieldRow>
        {choice(
          'address.streetType',
          streetTypes.map((value) => ({ value, label: t(`staff:streetTypes.${value}`) })),
        )}
        {text('address.street', 200)}
      </FieldRow>
      <FieldRow>
        {text('address.streetNumber', 20)}
        {text('address.floor', 20)}
        {text('address.door', 20)}
      </FieldRow>
      <FieldRow>
        {text('address.postalCode', 20, { validate: isPostalCode })}
        {text('address.city', 120)}
      </FieldRow>
      {text('address.province', 120, {}, country === 'ES' ? { description: t('form.provinceHint') } : {})}
      {search(
        'taxResidence',
        countries,
        {},
        {
          description: t(form.watch('kind') === 'company' ? 'form.sameAsCompanyCountry' : 'form.sameAsCountry'),
        },
      )}
    </FieldGroup>
  )
}

/** How they came to the firm, and what it has to know of where their money comes from. */
export const ClientRelationFields = (props: ClientFieldProps) => {
  const { t, choice, day, getLabel } = useClientFields(props)
  return (
    <>
      <FieldGroup title={t('groups.relation')}>
        {choice(
          'channel',
          clientChannels.map((value) => ({ value, label: t(`client:channelName.${value}`) })),
          requiredRule,
        )}
        {day('nextReviewOn', { isNearToday: true })}
      </FieldGroup>
      <FieldGroup title={t('groups.prevention')}>
        {choice(
          'riskLevel',
          riskLevelNames.map((level, at) => ({ value: String(at + 1), label: t(`riskLevels.${level}`) })),
          requiredRule,
        )}
        {choice(
          'fundsSource',
          fundsSources.map((value) => ({ value, label: t(`fundsSources.${value}`) })),
        )}
        <div className={classes.check}>
          <CheckField form={props.form} name="pep" label={getLabel('pep')} />
        </div>
      </FieldGroup>
    </>
  )
}

/** Why something changes that a second person decides on; nothing where all of it is changed at once. */
export const GuardedChangeReason = (props: Required<ClientFieldProps>) => {
  const { t, errorOf, register } = useClientFields(props)
  const { form, client } = props
  const today = useSession((state) => state.session?.businessDate ?? '')
  const dirty = form.formState.dirtyFields
  if (!client || !isGuardedChange(form.watch(), dirty, client, today)) return null
  return (
    <ReasonField
      label={t('fields.reason')}
      description={t('form.guarded')}
      error={errorOf('reason')}
      {...register('reason', reasonRules)}
    />
  )
}
