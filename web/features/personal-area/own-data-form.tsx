import { NativeSelect, TextInput } from '@mantine/core'
import { changeOwnEmployeeRecord, type OwnEmployeeRecord } from '#contract/personal-area.ts'
import { streetTypes } from '#contract/staff.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './personal.module.css'

const addressFields = [
  'streetType',
  'street',
  'streetNumber',
  'floor',
  'door',
  'postalCode',
  'town',
  'province',
] as const
type AddressField = (typeof addressFields)[number]
/** Empty = not known. */
type OwnDataFormValues = { personalEmail: string; phone2: string; address: Record<AddressField, string> }

const toOwnDataValues = ({ personalEmail, phone2, address }: OwnEmployeeRecord): OwnDataFormValues => ({
  personalEmail: personalEmail ?? '',
  phone2: phone2 ?? '',
  address: Object.fromEntries(addressFields.map((part) => [part, address[part] ?? ''])) as OwnDataFormValues['address'],
})

const trimToNull = (typed: string): string | null => typed.trim() || null
const toOwnDataBody = ({ personalEmail, phone2, address }: OwnDataFormValues) => ({
  personalEmail: trimToNull(personalEmail),
  phone2: trimToNull(phone2),
  address: {
    ...Object.fromEntries(addressFields.map((part) => [part, trimToNull(address[part])])),
    streetType: streetTypes.find((type) => type === address.streetType) ?? null,
  },
})

const maxAddressFieldLengths: Record<Exclude<AddressField, 'streetType'>, number> = {
  street: 200,
  streetNumber: 20,
  floor: 20,
  door: 20,
  postalCode: 20,
  town: 120,
  province: 120,
}

type Props = { employee: OwnEmployeeRecord }

/** What the person keeps up to date by themselves. */
export const OwnDataForm = ({ employee }: Props) => {
  const { t } = useTranslation(['personal-area', 'staff'])
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const sending = useSubmitForm<OwnDataFormValues>({
    defaults: toOwnDataValues(employee),
    version: employee.version,
    submit: async (values, version) => {
      const sent = { body: { version, ...toOwnDataBody(values) } }
      const changed = await callEndpoint(changeOwnEmployeeRecord, sent, { refreshOnRefusal: true })
      sending.baseVersion.current = changed.version
    },
  })
  const {
    register,
    formState: { errors },
  } = sending.form
  const part = (name: keyof typeof maxAddressFieldLengths) => (
    <TextInput
      key={name}
      label={optional(t(`staff:fields.${name}`))}
      error={fieldText(errors.address?.[name])}
      maxLength={maxAddressFieldLengths[name]}
      {...register(`address.${name}`)}
    />
  )
  return (
    <Section title={t('own.title')} description={t('own.lead')}>
      <Form
        formState={sending}
        label={t('own.title')}
        draft="personal/own"
        actions={
          <>
            <SubmitButton busy={sending.busy}>{t('own.save')}</SubmitButton>
            <span role="status" className={classes.saved}>
              {sending.submitCount > 0 && !sending.form.formState.isDirty && t('own.saved')}
            </span>
          </>
        }
      >
        <TextInput
          type="email"
          label={optional(t('staff:fields.personalEmail'))}
          error={fieldText(errors.personalEmail)}
          maxLength={254}
          autoComplete="email"
          {...register('personalEmail')}
        />
        <TextInput
          type="tel"
          label={optional(t('staff:fields.phone2'))}
          error={fieldText(errors.phone2)}
          maxLength={24}
          autoComplete="tel"
          {...register('phone2')}
        />
        <FieldRow>
          <NativeSelect
            label={optional(t('staff:fields.streetType'))}
            error={fieldText(errors.address?.streetType)}
            data={[
              { value: '', label: t('staff:form.none') },
              ...streetTypes.map((value) => ({ value, label: t(`staff:streetTypes.${value}`) })),
            ]}
            {...register('address.streetType')}
          />
          {part('street')}
        </FieldRow>
        <FieldRow>{(['streetNumber', 'floor', 'door'] as const).map(part)}</FieldRow>
        <FieldRow>{(['postalCode', 'town'] as const).map(part)}</FieldRow>
        {part('province')}
      </Form>
    </Section>
  )
}
