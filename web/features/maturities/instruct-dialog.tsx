import { Checkbox, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { instructMaturities, type MaturityChoice } from '#contract/maturities.ts'
import { maturityInstructions } from '#contract/products.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'

type Values = { instruction: (typeof maturityInstructions)[number]; productId: string; allSigned: boolean }
type Props = {
  choice: MaturityChoice
  count: number
  products: readonly { id: string; name: string }[]
  onDone: () => Promise<void>
  onClose: () => void
}

/** What is to become of some accounts when their term is over. Mounted while it asks. */
export const InstructDialog = ({ choice, count, products, onDone, onClose }: Props) => {
  const { t } = useTranslation('maturities')
  const format = useFormat()
  const fieldText = useFieldText()
  const sending = useSending<Values>({
    defaults: { instruction: 'renew_principal', productId: '', allSigned: false },
    send: async ({ instruction, productId, allSigned }) => {
      await call(instructMaturities, {
        body: { choice, instruction, productId: instruction === 'transfer' ? productId : null, allSigned },
      })
      await onDone()
      onClose()
    },
  })
  const {
    register,
    watch,
    formState: { errors },
  } = sending.form
  return (
    <Dialog
      title={t('instruct.title')}
      lead={t('instruct.lead', { count, total: format.number(count) })}
      onClose={onClose}
    >
      <Form
        sending={sending}
        label={t('instruct.title')}
        actions={<SubmitOrCancel busy={sending.busy} submit={t('instruct.save')} onCancel={onClose} />}
      >
        <NativeSelect
          data-autofocus
          label={t('fields.instruction')}
          error={fieldText(errors.instruction)}
          data={maturityInstructions.map((value) => ({ value, label: t(`instructions.${value}`) }))}
          {...register('instruction')}
        />
        {watch('instruction') === 'transfer' && (
          <NativeSelect
            label={t('instruct.product')}
            error={fieldText(errors.productId)}
            data={[
              { value: '', label: t('instruct.choose') },
              ...products.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...register('productId', { required: 'required' })}
          />
        )}
        <Checkbox
          label={t('instruct.allSigned')}
          description={t('instruct.allSignedHint')}
          error={fieldText(errors.allSigned)}
          {...register('allSigned')}
        />
      </Form>
    </Dialog>
  )
}
