import { NativeSelect, Radio, Textarea } from '@mantine/core'
import { type CancellationQuote, recordRetention, retentionOffers } from '#contract/cancellations.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { Section } from '#web/ui/section.tsx'
import classes from './cancellations.module.css'

type RetentionFormValues = { offer: (typeof retentionOffers)[number]; note: string; kept: 'yes' | 'no' | '' }
type Props = { quoteId: string; onDone: (message: string) => void; onClose: () => void }

/** Notes what a client who wants to leave was offered, and whether they stay. Mounted while it asks. */
export const RetentionDialog = ({ quoteId, onDone, onClose }: Props) => {
  const { t } = useTranslation('cancellations')
  const fieldText = useFieldErrorText()
  const sending = useSubmitForm<RetentionFormValues>({
    defaults: { offer: 'better_rate', note: '', kept: '' },
    submit: async ({ offer, note, kept }) => {
      await callEndpoint(recordRetention, { params: { quoteId }, body: { offer, note, kept: kept === 'yes' } })
      onDone(t(kept === 'yes' ? 'retention.done' : 'retention.noted'))
      onClose()
    },
  })
  const { register, formState } = sending.form
  const { errors } = formState
  return (
    <Dialog onClose={onClose} title={t('retention.title')}>
      <Form
        formState={sending}
        label={t('retention.title')}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('retention.submit')} onCancel={onClose} />}
      >
        <NativeSelect
          data-autofocus
          label={t('retention.offer')}
          error={fieldText(errors.offer)}
          data={retentionOffers.map((value) => ({ value, label: t(`offers.${value}`) }))}
          {...register('offer')}
        />
        <Textarea
          label={t('retention.note')}
          autosize
          minRows={3}
          maxLength={1000}
          error={fieldText(errors.note)}
          {...register('note', { validate: (typed) => typed.trim().length >= 3 || 'required' })}
        />
        <Radio.Group label={t('retention.outcome')} name="kept" error={fieldText(errors.kept)}>
          <Radio value="yes" label={t('retention.kept')} {...register('kept', { required: 'required' })} />
          <Radio value="no" label={t('retention.notKept')} mt={8} {...register('kept', { required: 'required' })} />
        </Radio.Group>
      </Form>
    </Dialog>
  )
}

/** What was tried so far, the newest first. */
export const RetentionActions = ({ quote }: { quote: CancellationQuote }) => {
  const { t } = useTranslation('cancellations')
  const format = useFormatters()
  return (
    <Section id="retention" title={t('retention.section')}>
      {quote.actions.length === 0 && <p className={classes.muted}>{t('retention.none')}</p>}
      <ol className={classes.deeds}>
        {quote.actions.map(({ id, offer, note, kept, at, byName }) => (
          <li key={id}>
            <span className={layoutClasses.tightLine}>
              <strong>{t(`offers.${offer}`)}</strong>
              <span>{t(kept ? 'retention.kept' : 'retention.notKept')}</span>
              <span className={classes.muted}>
                {t('retention.by', { name: byName ?? '–', at: format.dateTime(at) })}
              </span>
            </span>
            <p>{note}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
