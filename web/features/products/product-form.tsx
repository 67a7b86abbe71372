import { useTranslation } from 'react-i18next'
import { changeProduct, type ProductDetail } from '#contract/products.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import { Section } from '#web/ui/section.tsx'
import { ProductFields } from './product-fields.tsx'
import { type ProductValues, readSettings, valuesOf } from './product-values.ts'
import classes from './products.module.css'
import { useBackToProduct } from './use-back-to-product.ts'

/** Changes what a product offers: for accounts to come, once somebody else agrees. */
export const ProductForm = ({ product }: { product: ProductDetail }) => {
  const { t } = useTranslation('products')
  const format = useFormat()
  const fieldText = useFieldText()
  const sending = useSending<ProductValues>({
    defaults: valuesOf(product, format, ''),
    send: async ({ settings, reason }) => {
      await call(changeProduct, {
        params: { productId: product.id },
        body: { version: product.version, settings: readSettings(settings), reason: reason.trim() },
      })
    },
  })
  const back = useBackToProduct(sending.sent, product.id)
  const { register, formState } = sending.form
  return (
    <Section title={t('product.edit')} lead={t('edit.lead')} className={classes.narrow}>
      <Form
        sending={sending}
        label={t('product.edit')}
        draft={`products/${product.id}/settings`}
        actions={<SubmitOrCancel busy={sending.busy} submit={t('edit.propose')} onCancel={back} />}
      >
        <ProductFields form={sending.form} />
        <ReasonField
          label={t('fields.reason')}
          description={t('edit.reasonHint')}
          error={fieldText(formState.errors.reason)}
          {...register('reason', reasonRules)}
        />
      </Form>
    </Section>
  )
}
