import { Checkbox } from '@mantine/core'
import { type InfoFormField, infoFormFields } from '#contract/info-forms/fields.ts'
import {
  type ClientInfoForm,
  type InfoFormContent,
  type InfoFormRequest,
  reviewInfoForm,
} from '#contract/info-forms.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import layoutClasses from '#web/ui/layout.module.css'
import classes from './info-forms.module.css'
import { useInfoFormTexts } from './use-info-form-texts.ts'

type Props = {
  form: ClientInfoForm
  /** What the form says now. */
  content: InfoFormContent
  request: InfoFormRequest & { answers: InfoFormContent }
  onDone: (message: string) => void
  onClose: () => void
}

/** What the client answered beside what the form says, field by field. Comes with the first answer. */
export default function ReviewDialog({ form, content, request, onDone, onClose }: Props) {
  const { t } = useTranslation('info-forms')
  const { getLabel, formatValue } = useInfoFormTexts(form.kind)
  const { answers } = request
  const answered = infoFormFields.filter((field) => answers[field] !== null)
  const differing = answered.filter((field) => answers[field] !== content[field])
  const same = answered.filter((field) => answers[field] === content[field])
  const sending = useSubmitForm<{ accepted: InfoFormField[] }>({
    defaults: { accepted: differing },
    version: form.version,
    submit: async ({ accepted }, version) => {
      const params = { clientId: form.clientId, requestId: request.id }
      await callEndpoint(reviewInfoForm, { params, body: { version, accepted } }, { refreshOnRefusal: true })
      onDone(accepted.length === 0 ? t('review.doneNone') : t('review.done', { count: accepted.length }))
      onClose()
    },
  })
  return (
    <Dialog title={t('review.title')} description={t('review.lead')} size="lg" onClose={onClose}>
      <Form
        formState={sending}
        label={t('review.title')}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('review.submit')} onCancel={onClose} />}
      >
        <div className={layoutClasses.rows}>
          {differing.map((field) => (
            <Checkbox
              key={field}
              value={field}
              label={getLabel(field)}
              description={t('review.change', {
                now: formatValue(field, content[field]),
                answer: formatValue(field, answers[field]),
              })}
              {...sending.form.register('accepted')}
            />
          ))}
          {same.length > 0 && (
            <p className={classes.muted}>
              {t('review.same')}: {same.map((field) => getLabel(field)).join(', ')}
            </p>
          )}
        </div>
      </Form>
    </Dialog>
  )
}
