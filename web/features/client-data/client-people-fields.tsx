import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type UseFieldArrayReturn, useFieldArray } from 'react-hook-form'
import {
  ageOfMajority,
  type ClientPersonRole,
  guardianships,
  maxClientPeople,
  signingPowers,
} from '#contract/client-data.ts'
import { useCountryOptions } from '#web/core/country-options.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { FieldGroup } from '#web/ui/form/field-group.tsx'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useFocusAfterRemoval } from '#web/ui/form/use-focus-after-removal.ts'
import { requiredRule, useFormFields } from '#web/ui/form/use-form-fields.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import textClasses from '#web/ui/text.module.css'
import classes from './client-data.module.css'
import { type ClientFieldProps, checkIdentityNumber, useIdentityOptions } from './client-fields.tsx'
import { buildEmptyPerson, type ClientFormValues } from './client-form-values.ts'
import { useClientFieldLabel } from './use-client-field-label.ts'

type PersonProps = ClientFieldProps & { personRole: ClientPersonRole; at: number; number: number; onRemove: () => void }

const isShare = (typed: unknown): true | string => {
  const share = Number(String(typed).trim().replace(',', '.'))
  return (Number.isFinite(share) && share > 0 && share <= 100) || 'number'
}

const PersonFields = ({ form, personRole: role, at, number, onRemove }: PersonProps) => {
  const { t } = useTranslation('client-data')
  const fields = useFormFields({ form, getLabel: useClientFieldLabel(form.watch('kind')) })
  const countries = useCountryOptions()
  const kinds = useIdentityOptions('person', form.getValues(`people.${at}.identityKind`))
  const name = form.watch(`people.${at}.name`)
  const { text, email, choice, search, day } = fields
  return (
    <fieldset className={layoutClasses.dividedRows}>
      <legend className={classes.legend}>{t(`people.numbered.${role}`, { n: number })}</legend>
      <FieldRow>
        {text(`people.${at}.name`, 120, requiredRule)}
        {text(`people.${at}.surname`, 160)}
      </FieldRow>
      {role === 'contact_person' ? (
        <>
          {text(`people.${at}.position`, 120)}
          <FieldRow>
            {text(`people.${at}.phone`, 24, {}, { type: 'tel' })}
            {email(`people.${at}.email`)}
          </FieldRow>
        </>
      ) : (
        <>
          <FieldRow>
            {choice(`people.${at}.identityKind`, kinds)}
            {text(`people.${at}.identityNumber`, 40, {
              ...(form.watch(`people.${at}.identityKind`) && requiredRule),
              validate: checkIdentityNumber(
                form,
                `people.${at}.identityKind`,
                form.getValues(`people.${at}.identityNumber`),
              ),
            })}
          </FieldRow>
          {search(`people.${at}.country`, countries)}
        </>
      )}
      {role === 'representative' &&
        choice(
          `people.${at}.powers`,
          signingPowers.map((value) => ({ value, label: t(`powers.${value}`) })),
          requiredRule,
        )}
      {role === 'guardian' &&
        choice(
          `people.${at}.guardianship`,
          guardianships.map((value) => ({ value, label: t(`guardianships.${value}`) })),
          requiredRule,
        )}
      {role === 'owner' &&
        text(`people.${at}.share`, 6, { ...requiredRule, validate: isShare }, { inputMode: 'decimal' })}
      <FieldRow>
        {day(`people.${at}.validFrom`)}
        {day(`people.${at}.validTo`)}
      </FieldRow>
      <div>
        <Button variant="subtle" color="gray" size="xs" onClick={onRemove}>
          {name.trim() ? t('people.remove', { name: name.trim() }) : t('people.removeNew')}
        </Button>
      </div>
    </fieldset>
  )
}

const hintKeys = {
  representative: 'people.representativeHint',
  owner: 'people.ownerHint',
  guardian: 'people.guardianHint',
  contact_person: 'people.contact_personHint',
} as const

type GroupProps = ClientFieldProps & {
  personRole: ClientPersonRole
  /** All people of the client: what one group adds or removes moves those of the others. */
  people: UseFieldArrayReturn<ClientFormValues, 'people', 'key'>
}

/** Those of one role, with a button for one more. Who is removed is gone once the form is saved. */
const PeopleGroup = ({ form, personRole: role, people }: GroupProps) => {
  const { t } = useTranslation('client-data')
  const fieldText = useFieldErrorText()
  const { fields, append, remove } = people
  const own = fields.flatMap((field, at) => (field.role === role ? [{ key: field.key, at }] : []))
  const addButton = useFocusAfterRemoval(own.length)
  const wrong = form.formState.errors.people
  const ofAll = wrong?.message ?? wrong?.root?.message
  const isMine =
    ofAll === (role === 'guardian' ? 'guardianRequired' : 'representativeRequired') &&
    ['guardian', 'representative'].includes(role)
  return (
    <FieldGroup title={t(`groups.${role}`)} description={t(hintKeys[role])}>
      {own.map(({ key, at }, n) => (
        <PersonFields key={key} {...{ form, at }} personRole={role} number={n + 1} onRemove={() => remove(at)} />
      ))}
      <div role="alert">{isMine && <p className={textClasses.wrong}>{fieldText({ type: ofAll })}</p>}</div>
      <div>
        <Button
          ref={addButton}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={fields.length >= maxClientPeople}
          aria-invalid={isMine || undefined}
          onClick={() => append(buildEmptyPerson(role), { focusName: `people.${fields.length}.name` })}
        >
          {t(`people.add.${role}`)}
        </Button>
      </div>
    </FieldGroup>
  )
}

/** Whether the day that is typed is one of somebody who isn't of age yet. */
const useIsMinor = (form: ClientFieldProps['form']): boolean => {
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const born = dayOf(form.watch('birthDate'))
  return born !== undefined && `${Number(born.slice(0, 4)) + ageOfMajority}${born.slice(4)}` > today
}

/** Who acts for the client, and who owns a company. Of people only minors have guardians. */
export const ClientPeopleFields = ({ form }: ClientFieldProps) => {
  const isMinor = useIsMinor(form)
  const hasGuardians = form.watch('people').some(({ role }) => role === 'guardian')
  const people = useFieldArray({ control: form.control, name: 'people', keyName: 'key' })
  const props = { form, people }
  if (form.watch('kind') === 'company')
    return (
      <>
        <PeopleGroup {...props} personRole="representative" />
        <PeopleGroup {...props} personRole="owner" />
        <PeopleGroup {...props} personRole="contact_person" />
      </>
    )
  return isMinor || hasGuardians ? <PeopleGroup {...props} personRole="guardian" /> : null
}
