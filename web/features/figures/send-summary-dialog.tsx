import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { listSummaryReceivers, type SummaryReceiver, sendDailySummary } from '#contract/figures/summary-mail.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useContentIdempotencyKey } from '#web/core/idempotency-key.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { FigureChoice } from '#web/domain/figures/figure-choice.ts'
import classes from '#web/domain/figures/figures.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'

type Props = { day: string; choice: FigureChoice; onDone: (text: string) => void; onClose: () => void }

const ReceiversForm = ({
  day,
  choice: { of, view },
  receivers,
  onDone,
  onClose,
}: Props & { receivers: readonly SummaryReceiver[] }) => {
  const { t } = useTranslation(['figures', 'summaries'])
  const key = useContentIdempotencyKey()
  const sending = useSubmitForm<{ receivers: string[] }>({
    defaults: { receivers: receivers.filter(({ isSelf }) => isSelf).map(({ id }) => id) },
    submit: async ({ receivers: chosen }) => {
      const body = { day, of, view, receivers: chosen }
      const headers = key.headersOf(JSON.stringify(body))
      const { queued } = await callEndpoint(sendDailySummary, { body }, { headers })
      key.renew()
      onDone(t('summaries:daily.send.done', { count: queued, total: queued }))
      onClose()
    },
  })
  const { field, fieldState } = useController({
    name: 'receivers',
    control: sending.form.control,
    rules: { validate: (chosen) => chosen.length > 0 || 'required' },
  })
  return (
    <Form
      formState={sending}
      label={t('summaries:daily.send.title')}
      actions={<SubmitCancelButtons busy={sending.busy} submit={t('summaries:daily.send.submit')} onCancel={onClose} />}
    >
      <Checkbox.Group
        label={t('summaries:daily.send.to')}
        value={field.value}
        onChange={field.onChange}
        error={fieldState.error && t('summaries:daily.send.needOne')}
      >
        <div className={classes.receivers}>
          {receivers.map(({ id, name, isSelf }, at) => (
            <Checkbox
              key={id}
              value={id}
              label={isSelf ? t('summaries:daily.send.you', { name }) : name}
              {...(at === 0 && { ref: field.ref, 'data-autofocus': true })}
            />
          ))}
        </div>
      </Checkbox.Group>
    </Form>
  )
}

/** Asks whom to send the summary of the day. Mounted while it asks. */
export default function SendSummaryDialog(props: Props) {
  const { t } = useTranslation(['figures', 'summaries'])
  const { data, error, refetch } = useQuery(buildQueryOptions(listSummaryReceivers, {}))
  return (
    <Dialog
      title={t('summaries:daily.send.title')}
      description={t('summaries:daily.send.lead')}
      onClose={props.onClose}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <ReceiversForm receivers={data.receivers} {...props} />}
    </Dialog>
  )
}
