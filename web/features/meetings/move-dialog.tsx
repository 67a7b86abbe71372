import type { SeriesScope } from '#contract/meetings/words.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { formatSpan } from '#web/domain/meetings/meeting-times.ts'
import { ScopeField } from '#web/domain/meetings/series-fields.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import type { Times } from './calendar-entries.ts'

type Props = {
  subject: string
  times: Times
  /** What was chosen the last time. */
  scope: SeriesScope
  onMove: (scope: SeriesScope) => Promise<void>
  onClose: () => void
}

/** Asks whether others of the series are moved along. Mounted while it asks. */
export default function MoveDialog({ subject, times, scope, onMove, onClose }: Props) {
  const { t } = useTranslation('meetings')
  const format = useFormatters()
  const sending = useSubmitForm<{ scope: SeriesScope }>({
    defaults: { scope },
    submit: async (values) => {
      await onMove(values.scope)
      onClose()
    },
  })
  const title = t('move.title', { subject })
  return (
    <Dialog title={title} description={formatSpan(format, times.startsAt, times.endsAt)} onClose={onClose}>
      <Form
        formState={sending}
        label={title}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('move.action')} onCancel={onClose} />}
      >
        <ScopeField field={sending.form.register('scope')} isFirst />
      </Form>
    </Dialog>
  )
}
