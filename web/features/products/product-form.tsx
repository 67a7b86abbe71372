import { changeProduct, type ProductDetail } from '#contract/products.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Section } from '#web/ui/section.tsx'
import { ProductFields } from './product-fields.tsx'
import { type ProductFormValues, parseProductSettings, toProductValues } from './product-values.ts'
import classes from './products.module.css'
import { useReturnToProduct } from './use-return-to-product.ts'

/** Changes what a product offers: for accounts to come, once somebody else agrees. */
export const ProductForm = ({ product }: { product: ProductDetail }) => {
  const { t } = useTranslation('products')
  const format = useFormatters()
  const fieldText = useFieldErrorText()
  const sending = useSubmitForm<ProductFormValues>({
    defaults: toProductValues(product, format, ''),
    version: product.version,
    submit: async ({ settings, reason }, version) => {
      const body = { version, settings: parseProductSettings(settings), reason: reason.trim() }
      await callEndpoint(changeProduct, { params: { productId: product.id }, body }, { refreshOnRefusal: true })
    },
  })
  const back = useReturnToProduct(sending.submitCount, product.id)
  const { register, formState } = sending.form
  return (
    <Section title={t('product.edit')} description={t('edit.lead')} className={classes.narrow}>
      <Form
        formState={sending}
        label={t('product.edit')}
        draft={`products/${product.id}/settings`}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('edit.propose')} onCancel={back} />}
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
