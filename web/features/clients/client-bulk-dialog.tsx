import { Checkbox, Radio, TextInput } from '@mantine/core'
import { setNextReviews } from '#contract/client-data/bulk.ts'
import type { ClientSelection } from '#contract/clients/client-selection.ts'
import { selectClients } from '#contract/clients/selection.ts'
import { sendConsentsInBulk } from '#contract/consents/bulk.ts'
import { type ConsentPurpose, consentPurposes } from '#contract/consents/purposes.ts'
import { tagRecords } from '#contract/records/bulk.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useIdempotencyKey } from '#web/core/idempotency-key.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { BulkDialog } from '#web/ui/bulk/bulk-dialog.tsx'
import type { SendBulk } from '#web/ui/bulk/bulk-run.ts'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import classes from './client-consents.module.css'

export type BulkClientAction = 'review' | 'tags' | 'consents'

type FormProps = { start: (send: SendBulk) => Promise<void>; onClose: () => void }

const NextReviewForm = ({ start, onClose }: FormProps) => {
  const { t } = useTranslation('bulk')
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const sending = useSubmitForm<{ day: string }>({
    defaults: { day: '' },
    submit: async ({ day }) => {
      const nextReviewOn = dayOf(day) ?? ''
      void start((ids) => callEndpoint(setNextReviews, { body: { ids, nextReviewOn } }))
    },
  })
  const { register, formState } = sending.form
  return (
    <Form
      formState={sending}
      label={t('clients.reviewTitle')}
      actions={<SubmitCancelButtons busy={sending.busy} submit={t('clients.reviewSubmit')} onCancel={onClose} />}
    >
      <DateField
        data-autofocus
        label={t('clients.reviewDay')}
        error={fieldText(formState.errors.day)}
        {...register('day', {
          required: 'required',
          validate: (typed) => {
            const day = dayOf(typed)
            return day === undefined ? 'date' : day >= today || 'past'
          },
        })}
      />
    </Form>
  )
}

const TagForm = ({ start, onClose }: FormProps) => {
  const { t } = useTranslation('bulk')
  const fieldText = useFieldErrorText()
  const sending = useSubmitForm<{ name: string; change: 'add' | 'remove' }>({
    defaults: { name: '', change: 'add' },
    submit: async ({ name, change }) => {
      const params = { entity: 'client' as const }
      void start((ids) => callEndpoint(tagRecords, { params, body: { ids, name, change } }))
    },
  })
  const { register, watch, setValue, formState } = sending.form
  return (
    <Form
      formState={sending}
      label={t('clients.tagsTitle')}
      actions={<SubmitCancelButtons busy={sending.busy} submit={t('clients.tagsSubmit')} onCancel={onClose} />}
    >
      <Radio.Group
        label={t('clients.tagsChange')}
        value={watch('change')}
        onChange={(value) => setValue('change', value as 'add' | 'remove', { shouldDirty: true })}
      >
        <Radio size="xs" mt={8} value="add" label={t('clients.tagsAdd')} />
        <Radio size="xs" mt={8} value="remove" label={t('clients.tagsRemove')} />
      </Radio.Group>
      <TextInput
        data-autofocus
        label={t('clients.tagName')}
        maxLength={40}
        autoComplete="off"
        error={fieldText(formState.errors.name)}
        {...register('name', { validate: (name) => name.trim() !== '' || 'required' })}
      />
    </Form>
  )
}

const ConsentsForm = ({ start, onClose }: FormProps) => {
  const { t } = useTranslation('consents')
  const headersOf = useIdempotencyKey()
  const sending = useSubmitForm<{ purposes: ConsentPurpose[] }>({
    defaults: { purposes: ['information'] },
    submit: async ({ purposes }) => {
      void start((ids) => callEndpoint(sendConsentsInBulk, { body: { ids, purposes } }, headersOf()))
    },
  })
  const { register, formState } = sending.form
  return (
    <Form
      formState={sending}
      label={t('send.title')}
      actions={<SubmitCancelButtons busy={sending.busy} submit={t('send.submit')} onCancel={onClose} />}
    >
      <fieldset className={classes.choices}>
        <legend>{t('send.purposes')}</legend>
        {consentPurposes.map((purpose) => (
          <Checkbox
            key={purpose}
            value={purpose}
            label={t(`purposes.${purpose}`)}
            {...register('purposes', { validate: (chosen) => chosen.length > 0 })}
          />
        ))}
        {formState.errors.purposes && <p className={classes.missing}>{t('send.none')}</p>}
      </fieldset>
    </Form>
  )
}

const actionForms = { review: NextReviewForm, tags: TagForm, consents: ConsentsForm }

type Props = { action: BulkClientAction; choice: ClientSelection; count: number; onClose: () => void }

/** One thing for all chosen clients: asked once, done with each, with what became of it. */
export default function ClientBulkDialog({ action, choice, count, onClose }: Props) {
  const { t } = useTranslation(['bulk', 'consents'])
  const Content = actionForms[action]
  const titles = {
    review: t('bulk:clients.reviewTitle'),
    tags: t('bulk:clients.tagsTitle'),
    consents: t('consents:send.title'),
  }
  return (
    <BulkDialog
      title={titles[action]}
      description={t('bulk:clients.lead', { count })}
      count={count}
      select={async () => (await callEndpoint(selectClients, { body: { choice } })).rows}
      rowHref={(id) => `/clientes/${id}`}
      onClose={onClose}
    >
      {(start) => <Content start={start} onClose={onClose} />}
    </BulkDialog>
  )
}
