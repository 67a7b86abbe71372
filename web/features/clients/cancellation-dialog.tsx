import { Button, NativeSelect, Textarea } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { estimateCancellation, getCancellationOptions, quoteCancellation } from '#contract/cancellations.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { CancellationBreakdown } from '#web/domain/cancellation-breakdown.tsx'
import { useCancellationReasonName } from '#web/domain/cancellation-reasons.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { Notice } from '#web/ui/status-messages.tsx'
import classes from './clients.module.css'

type CancellationFormValues = { reasonId: string; note: string }
type CancellableAccount = { id: string; clientId: string; clientName: string; number: string }
type Props = { account: CancellableAccount; onClose: () => void }

const cancellationOptionsQuery = buildQueryOptions(getCancellationOptions, {})

/** Asks why, keeps the quote of today, and goes there. */
const CancellationQuoteForm = ({ account, onClose }: Props) => {
  const { t } = useTranslation('cancellations')
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(cancellationOptionsQuery)
  const getReasonName = useCancellationReasonName()
  const sending = useSubmitForm<CancellationFormValues>({
    defaults: { reasonId: '', note: '' },
    submit: async ({ reasonId, note }) => {
      const params = { clientId: account.clientId, accountId: account.id }
      const { quoteId } = await callEndpoint(quoteCancellation, {
        params,
        body: { reasonId, note: note.trim() || null },
      })
      await navigate(`/crm/Cancelaciones/${quoteId}`)
    },
  })
  const { register, formState } = sending.form
  const { errors } = formState
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Form
      formState={sending}
      label={t('ask.title', { number: account.number })}
      actions={<SubmitCancelButtons busy={sending.busy || !data} submit={t('ask.submit')} onCancel={onClose} />}
    >
      <NativeSelect
        data-autofocus
        autoFocus
        label={t('fields.reason')}
        error={fieldText(errors.reasonId)}
        data={[
          { value: '', label: t('ask.choose') },
          ...(data?.reasons ?? []).map(({ id, name }) => ({ value: id, label: getReasonName(name) })),
        ]}
        {...register('reasonId', { required: 'required' })}
      />
      <Textarea
        label={optional(t('fields.note'))}
        autosize
        minRows={2}
        maxLength={500}
        error={fieldText(errors.note)}
        {...register('note', {
          validate: (typed) => typed.trim() === '' || typed.trim().length >= 3 || 'too_small',
        })}
      />
    </Form>
  )
}

/** What leaving would come to on a day, before anybody says why; and on with today's figure. */
export const CancellationDialog = ({ account, onClose }: Props) => {
  const { t } = useTranslation(['cancellations', 'list', 'form', 'common'])
  const format = useFormatters()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const [typed, setTyped] = useState('')
  const [going, setGoing] = useState(false)
  const day = typed.trim() === '' ? today : dayOf(typed)
  const fault = day === undefined ? t('form:codes.date') : day < today ? t('ask.past') : null
  const params = { clientId: account.clientId, accountId: account.id }
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...buildQueryOptions(estimateCancellation, { params, query: { on: day ?? today } }),
    enabled: fault === null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isHeld = data !== undefined && /[1-9]/.test(data.reserved)
  const mayGoOn = data !== undefined && !isPlaceholderData && data.on === today && !isHeld
  return (
    <Dialog
      onClose={onClose}
      title={t('ask.title', { number: account.number })}
      subject={account.clientName}
      description={t('ask.lead')}
      size="lg"
    >
      {!going && (
        <DateField
          data-autofocus
          label={t('ask.on')}
          isOptional
          placeholder={t('list:date.today')}
          value={typed}
          error={fault}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <div className={classes.estimate} aria-live="polite" aria-busy={isPlaceholderData}>
        {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data && !error && (
          <>
            <CancellationBreakdown figures={data} />
            {isHeld && <Notice>{t('ask.reserved', { amount: format.money(data.reserved) })}</Notice>}
            {data.on !== today && <Notice>{t('ask.otherDay', { date: format.date(data.on) })}</Notice>}
          </>
        )}
      </div>
      {going ? (
        <CancellationQuoteForm account={account} onClose={onClose} />
      ) : (
        <div className={layoutClasses.buttons}>
          {mayGoOn && <Button onClick={() => setGoing(true)}>{t('ask.goOn')}</Button>}
          <Button variant="default" onClick={onClose}>
            {t('common:close')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
