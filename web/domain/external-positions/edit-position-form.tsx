import { changeExternalPosition } from '#contract/external-positions.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import {
  emptyPositionValues,
  listChoices,
  PositionFields,
  type PositionFormValues,
  type ProductOptions,
  useDayRules,
} from './position-fields.tsx'
import type { PositionFormProps } from './position-record.ts'

/** Changes what a position is of, and since when. */
export const EditPositionForm = ({
  position,
  title,
  products,
  onDone,
  onClose,
}: PositionFormProps & { products: ProductOptions }) => {
  const { t } = useTranslation('external-positions')
  const format = useFormatters()
  const { parseDay } = useDayRules()
  const params = { clientId: position.clientId, positionId: position.id }
  const { productId, description, since } = position
  const sending = useSubmitForm<PositionFormValues>({
    defaults: {
      ...emptyPositionValues,
      productId: productId ?? '',
      description,
      since: since ? format.date(since) : '',
    },
    version: position.version,
    submit: async (typed, seenVersion) => {
      const body = {
        version: seenVersion,
        productId: typed.productId,
        description: typed.description.trim(),
        since: parseDay(typed.since) ?? null,
      }
      const { version } = await callEndpoint(changeExternalPosition, { params, body }, { refreshOnRefusal: true })
      const undo = async (): Promise<string> => {
        await callEndpoint(changeExternalPosition, {
          params,
          body: { version, productId: productId!, description, since },
        })
        return t('edit.done')
      }
      // What an import brought without a product can't go back to having none.
      onDone({ text: t('edit.done'), ...(productId !== null && { undo }) })
      onClose()
    },
  })
  return (
    <Form
      formState={sending}
      label={title}
      actions={<SubmitCancelButtons busy={sending.busy} submit={t('edit.submit')} onCancel={onClose} />}
    >
      <PositionFields
        form={sending.form}
        products={listChoices(products, productId)}
        firstField={productId === null ? 'product' : 'description'}
      />
    </Form>
  )
}
