import { type ProductDetail, setTariff } from '#contract/products.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Section } from '#web/ui/section.tsx'
import { type ProductFormValues, parseTariff, toProductValues } from './product-values.ts'
import classes from './products.module.css'
import { TariffFields } from './tariff-fields.tsx'
import { useReturnToProduct } from './use-return-to-product.ts'

/** Sets the rates of a product from a day on, beginning with those of today. */
export const TariffForm = ({ product }: { product: ProductDetail }) => {
  const { t } = useTranslation('products')
  const format = useFormatters()
  const fieldText = useFieldErrorText()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const sending = useSubmitForm<ProductFormValues>({
    defaults: toProductValues(product, format, today),
    version: product.version,
    submit: async ({ tariff, reason }, version) => {
      const body = { version, tariff: parseTariff(tariff), reason: reason.trim() }
      await callEndpoint(setTariff, { params: { productId: product.id }, body }, { refreshOnRefusal: true })
    },
  })
  const back = useReturnToProduct(sending.submitCount, product.id)
  const { register, formState } = sending.form
  return (
    <Section title={t('product.newTariff')} description={t('rates.lead')} className={classes.narrow}>
      <Form
        formState={sending}
        label={t('product.newTariff')}
        draft={`products/${product.id}/tariff`}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('edit.propose')} onCancel={back} />}
      >
        <TariffFields form={sending.form} />
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
