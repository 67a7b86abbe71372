import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeOwnRecord, type OwnRecord } from '#contract/personal-area.ts'
import { streetTypes } from '#contract/staff.ts'
import { call } from '#web/core/call.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './personal.module.css'

const parts = ['streetType', 'street', 'streetNumber', 'floor', 'door', 'postalCode', 'town', 'province'] as const
type Part = (typeof parts)[number]
/** Empty = not known. */
type Values = { personalEmail: string; phone2: string; address: Record<Part, string> }

const valuesOf = ({ personalEmail, phone2, address }: OwnRecord): Values => ({
  personalEmail: personalEmail ?? '',
  phone2: phone2 ?? '',
  address: Object.fromEntries(parts.map((part) => [part, address[part] ?? ''])) as Values['address'],
})

const orNone = (typed: string): string | null => typed.trim() || null
const bodyOf = ({ personalEmail, phone2, address }: Values) => ({
  personalEmail: orNone(personalEmail),
  phone2: orNone(phone2),
  address: {
    ...Object.fromEntries(parts.map((part) => [part, orNone(address[part])])),
    streetType: streetTypes.find((type) => type === address.streetType) ?? null,
  },
})

const lengths: Record<Exclude<Part, 'streetType'>, number> = {
  street: 200,
  streetNumber: 20,
  floor: 20,
  door: 20,
  postalCode: 20,
  town: 120,
  province: 120,
}

type Props = { employee: OwnRecord; onChanged: () => Promise<unknown> }

/** What the person keeps up to date by themselves. */
export const OwnDataForm = ({ employee, onChanged }: Props) => {
  const { t } = useTranslation(['personal-area', 'staff'])
  const fieldText = useFieldText()
  const [version, setVersion] = useState(employee.version)
  const sending = useSending<Values>({
    defaults: valuesOf(employee),
    send: async (values) => {
      const changed = await call(changeOwnRecord, { body: { version, ...bodyOf(values) } })
      setVersion(changed.version)
      await onChanged()
    },
  })
  const {
    register,
    formState: { errors },
  } = sending.form
  const part = (name: keyof typeof lengths) => (
    <TextInput
      key={name}
      label={t(`staff:fields.${name}`)}
      error={fieldText(errors.address?.[name])}
      maxLength={lengths[name]}
      {...register(`address.${name}`)}
    />
  )
  return (
    <Section title={t('own.title')} lead={t('own.lead')}>
      <Form
        sending={sending}
        label={t('own.title')}
        draft="personal/own"
        actions={
          <>
            <Button type="submit" disabled={sending.busy} aria-busy={sending.busy}>
              {t('own.save')}
            </Button>
            <span role="status" className={classes.saved}>
              {sending.sent > 0 && !sending.form.formState.isDirty && t('own.saved')}
            </span>
          </>
        }
      >
        <div className={classes.fields}>
          <TextInput
            type="email"
            label={t('staff:fields.personalEmail')}
            error={fieldText(errors.personalEmail)}
            maxLength={254}
            autoComplete="email"
            {...register('personalEmail')}
          />
          <TextInput
            type="tel"
            label={t('staff:fields.phone2')}
            error={fieldText(errors.phone2)}
            maxLength={24}
            autoComplete="tel"
            {...register('phone2')}
          />
        </div>
        <div className={classes.fields}>
          <NativeSelect
            label={t('staff:fields.streetType')}
            error={fieldText(errors.address?.streetType)}
            data={[
              { value: '', label: t('staff:form.none') },
              ...streetTypes.map((value) => ({ value, label: t(`staff:streetTypes.${value}`) })),
            ]}
            {...register('address.streetType')}
          />
          {part('street')}
        </div>
        <div className={classes.thirds}>{(['streetNumber', 'floor', 'door'] as const).map(part)}</div>
        <div className={classes.thirds}>{(['postalCode', 'town', 'province'] as const).map(part)}</div>
      </Form>
    </Section>
  )
}
