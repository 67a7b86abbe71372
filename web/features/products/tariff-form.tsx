import { useTranslation } from 'react-i18next'
import { type ProductDetail, setTariff } from '#contract/products.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import { Section } from '#web/ui/section.tsx'
import { type ProductValues, readTariff, valuesOf } from './product-values.ts'
import classes from './products.module.css'
import { TariffFields } from './tariff-fields.tsx'
import { useBackToProduct } from './use-back-to-product.ts'

/** Sets the rates of a product from a day on, beginning with those of today. */
export const TariffForm = ({ product }: { product: ProductDetail }) => {
  const { t } = useTranslation('products')
  const format = useFormat()
  const fieldText = useFieldText()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const sending = useSending<ProductValues>({
    defaults: valuesOf(product, format, today),
    send: async ({ tariff, reason }) => {
      await call(setTariff, {
        params: { productId: product.id },
        body: { version: product.version, tariff: readTariff(tariff), reason: reason.trim() },
      })
    },
  })
  const back = useBackToProduct(sending.sent, product.id)
  const { register, formState } = sending.form
  return (
    <Section title={t('product.newTariff')} lead={t('rates.lead')} className={classes.narrow}>
      <Form
        sending={sending}
        label={t('product.newTariff')}
        draft={`products/${product.id}/tariff`}
        actions={<SubmitOrCancel busy={sending.busy} submit={t('edit.propose')} onCancel={back} />}
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
