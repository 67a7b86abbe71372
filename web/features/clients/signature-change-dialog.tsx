import { Checkbox } from '@mantine/core'
import { useController } from 'react-hook-form'
import { changeSigningMode, type getSigningMode } from '#contract/account-signature.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import classes from './clients.module.css'

type SignatureFormValues = { signedBy: string[]; reason: string }
type Props = Pick<ResponseBody<typeof getSigningMode>, 'signature' | 'holders'> & {
  params: { clientId: string; accountId: string }
  number: string
  onDone: (message: string) => void
  onClose: () => void
}

/** Proposes the other way of signing, with who of the holders has signed for it. */
export const SignatureChangeDialog = ({ params, number, signature, holders, onDone, onClose }: Props) => {
  const { t } = useTranslation('client')
  const fieldText = useFieldErrorText()
  const isLoosened = signature === 'all'
  const sending = useSubmitForm<SignatureFormValues>({
    defaults: { signedBy: [], reason: '' },
    submit: async ({ signedBy, reason }) => {
      const body = {
        signature: isLoosened ? ('one' as const) : ('all' as const),
        signedBy: signedBy.map(Number),
        reason,
      }
      const { state } = await callEndpoint(changeSigningMode, { params, body }, { refreshOnRefusal: true })
      onDone(t(state === 'done' ? 'signature.done' : 'signature.asked'))
      onClose()
    },
  })
  const { register, formState, control } = sending.form
  // Before the reason is: the first that is wrong is where one goes on.
  const { field, fieldState } = useController({
    name: 'signedBy',
    control,
    rules: { validate: (signed) => signed.length >= (isLoosened ? holders.length : 1) || 'required' },
  })
  const title = t('signature.title', { number })
  return (
    <Dialog title={title} description={t(isLoosened ? 'signature.leadOne' : 'signature.leadAll')} onClose={onClose}>
      <Form
        formState={sending}
        label={title}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('signature.submit')} onCancel={onClose} />}
      >
        <Checkbox.Group
          label={t('signature.signedBy')}
          value={field.value}
          onChange={field.onChange}
          error={fieldState.error && t(isLoosened ? 'signature.needAll' : 'signature.needOne')}
        >
          <div className={classes.signers}>
            {holders.map(({ place, name }, at) => (
              <Checkbox
                key={place}
                value={String(place)}
                label={name}
                {...(at === 0 && { ref: field.ref, 'data-autofocus': true })}
              />
            ))}
          </div>
        </Checkbox.Group>
        <ReasonField
          label={t('signature.reason')}
          description={t('signature.reasonHint')}
          error={fieldText(formState.errors.reason)}
          {...register('reason', reasonRules)}
        />
        <p className={classes.muted}>{t('signature.keeps')}</p>
      </Form>
    </Dialog>
  )
}
