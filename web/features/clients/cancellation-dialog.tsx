import { NativeSelect, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { cancellationOptions, quoteCancellation } from '#contract/cancellations.ts'
import { call } from '#web/core/call.ts'
import { read } from '#web/core/query.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'

type Values = { reasonId: string; note: string }
type Props = { account: { id: string; clientId: string; number: string }; onClose: () => void }

const options = read(cancellationOptions, {})

/** Has reckoned what leaving today would come to, and goes there. */
export const CancellationDialog = ({ account, onClose }: Props) => {
  const { t } = useTranslation('cancellations')
  const fieldText = useFieldText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(options)
  const sending = useSending<Values>({
    defaults: { reasonId: '', note: '' },
    send: async ({ reasonId, note }) => {
      const params = { clientId: account.clientId, accountId: account.id }
      const { quoteId } = await call(quoteCancellation, { params, body: { reasonId, note: note.trim() || null } })
      await client.invalidateQueries()
      await navigate(`/crm/Cancelaciones/${quoteId}`)
    },
  })
  const { register, formState } = sending.form
  const { errors } = formState
  const title = t('ask.title', { number: account.number })
  return (
    <Dialog onClose={onClose} title={title} lead={`${t('ask.lead')} ${t('ask.partial')}`}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && (
        <Form
          sending={sending}
          label={title}
          actions={<SubmitOrCancel busy={sending.busy || !data} submit={t('ask.submit')} onCancel={onClose} />}
        >
          <NativeSelect
            data-autofocus
            label={t('fields.reason')}
            error={fieldText(errors.reasonId)}
            data={[
              { value: '', label: t('ask.choose') },
              ...(data?.reasons ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...register('reasonId', { required: 'required' })}
          />
          <Textarea
            label={t('fields.noteOptional')}
            autosize
            minRows={2}
            maxLength={500}
            error={fieldText(errors.note)}
            {...register('note', {
              validate: (typed) => typed.trim() === '' || typed.trim().length >= 3 || 'too_small',
            })}
          />
        </Form>
      )}
    </Dialog>
  )
}
