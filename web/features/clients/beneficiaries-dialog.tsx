import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import {
  type BeneficiaryDesignation,
  maxBeneficiaries,
  setAccountBeneficiaries,
} from '#contract/account-beneficiaries.ts'
import { searchClients } from '#contract/clients.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useFocusAfterRemoval } from '#web/ui/form/use-focus-after-removal.ts'
import { useServerSearch } from '#web/ui/form/use-server-search.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import textClasses from '#web/ui/text.module.css'
import { BeneficiaryFields } from './beneficiary-fields.tsx'
import {
  type BeneficiariesFormValues,
  buildNewBeneficiary,
  listBeneficiaryValues,
  sumTypedShares,
  toBeneficiaryBody,
} from './beneficiary-form-values.ts'

type ListProps = { form: UseFormReturn<BeneficiariesFormValues>; clientId: string; hasCurrent: boolean }

/** Everybody of the designation, with the sum of their shares, and the ways to add one. */
const BeneficiaryList = ({ form, clientId, hasCurrent }: ListProps) => {
  const { t } = useTranslation(['account-beneficiaries', 'common'])
  const format = useFormatters()
  const fieldText = useFieldErrorText()
  const { control, watch, formState } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'beneficiaries', keyName: 'key' })
  const addButton = useFocusAfterRemoval(fields.length)
  const [typed, setTyped] = useState('')
  const { found, isLongEnough, answered } = useServerSearch(typed, (q) =>
    buildQueryOptions(searchClients, { query: { q } }),
  )
  const clients = (found?.clients ?? []).filter(
    ({ id }) => id !== clientId && !fields.some((field) => field.clientId === id),
  )
  const addClient = (id: string): void => {
    const client = clients.find((one) => one.id === id)
    if (!client) return
    append(buildNewBeneficiary({ clientId: id, label: client.fullName }), {
      focusName: `beneficiaries.${fields.length}.relationship`,
    })
    setTyped('')
  }
  const wrong = formState.errors.beneficiaries
  const ofAll = wrong?.message ?? wrong?.root?.message
  return (
    <>
      {fields.map(({ key }, at) => (
        <BeneficiaryFields key={key} form={form} at={at} onRemove={() => remove(at)} />
      ))}
      {fields.length > 0 && <p>{t('total', { total: format.rate(sumTypedShares(watch('beneficiaries'))) })}</p>}
      {fields.length === 0 && hasCurrent && <p className={textClasses.muted}>{t('emptyHint')}</p>}
      <div role="alert">{ofAll && <p className={textClasses.wrong}>{fieldText({ type: ofAll })}</p>}</div>
      {fields.length < maxBeneficiaries && (
        <>
          <SearchSelect
            label={t('addClient')}
            placeholder={t('searchClient')}
            // Another one each time: nothing stays chosen.
            key={fields.length}
            onSearch={setTyped}
            answered={answered}
            value=""
            onChange={addClient}
            data={clients.map(({ id, fullName, cvl }) => ({ value: id, label: `${fullName} · ${cvl}` }))}
            nothingFoundMessage={isLongEnough ? t('common:noData') : undefined}
          />
          <div>
            <Button
              ref={addButton}
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => append(buildNewBeneficiary(), { focusName: `beneficiaries.${fields.length}.name` })}
            >
              {t('addPerson')}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

type Props = {
  place: { clientId: string; accountId: string }
  current: BeneficiaryDesignation | null
  onDone: (text: string) => void
  onClose: () => void
}

/** Asks for the whole designation: who receives which part, and from which day on. */
export default function BeneficiariesDialog({ place, current, onDone, onClose }: Props) {
  const { t } = useTranslation('account-beneficiaries')
  const format = useFormatters()
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const title = t(current ? 'edit' : 'add')
  const sending = useSubmitForm<BeneficiariesFormValues, number>({
    defaults: { validFrom: format.date(today), beneficiaries: listBeneficiaryValues(current, format.decimal) },
    version: current?.version ?? 0,
    submit: async ({ validFrom, beneficiaries }, version) => {
      const body = {
        version,
        validFrom: dayOf(validFrom) ?? today,
        beneficiaries: beneficiaries.map(toBeneficiaryBody),
      }
      await callEndpoint(setAccountBeneficiaries, { params: place, body }, { refreshOnRefusal: true })
      onDone(t(beneficiaries.length > 0 ? 'saved' : 'removed'))
      onClose()
    },
  })
  const { register, formState } = sending.form
  const isPastDay = (typed: string): true | string => {
    const day = dayOf(typed)
    if (day === undefined) return 'date'
    return day <= today || 'future'
  }
  return (
    <Dialog title={title} description={t('lead')} size="lg" onClose={onClose}>
      <Form
        formState={sending}
        label={title}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('save')} onCancel={onClose} />}
      >
        <DateField
          label={t('validFrom')}
          error={fieldText(formState.errors.validFrom)}
          {...register('validFrom', { required: 'required', validate: isPastDay })}
        />
        <BeneficiaryList form={sending.form} clientId={place.clientId} hasCurrent={current !== null} />
      </Form>
    </Dialog>
  )
}
