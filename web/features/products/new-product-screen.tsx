import { Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { createProduct, getProduct, type ProductDetail } from '#contract/products.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useCan, useSession } from '#web/core/session.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RecordBones } from '#web/ui/facts.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import { ProductFields } from './product-fields.tsx'
import { emptyValues, type ProductValues, readSettings, readTariff, valuesOf } from './product-values.ts'
import classes from './products.module.css'
import { TariffFields } from './tariff-fields.tsx'

/** A copy begins with all of its model but what has to be its own. */
const useDefaults = (model: ProductDetail | undefined): ProductValues => {
  const format = useFormat()
  const today = useSession((state) => state.session?.businessDate ?? '')
  if (!model) return emptyValues(today)
  const values = valuesOf(model, format, today)
  return { ...values, settings: { ...values.settings, code: '', name: '', onSale: true } }
}

const NewProduct = ({ model }: { model: ProductDetail | undefined }) => {
  const { t } = useTranslation(['products', 'shell'])
  const fieldText = useFieldText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const maySeeApprovals = useCan('bt_Aprobaciones', 'view')
  const approvalId = useRef<string | null>(null)
  const sending = useSending<ProductValues>({
    defaults: useDefaults(model),
    send: async ({ accrues, settings, tariff, reason }) => {
      const asked = await call(createProduct, {
        body: {
          accrues,
          settings: readSettings(settings),
          tariff: accrues ? readTariff(tariff) : null,
          reason: reason.trim(),
        },
      })
      approvalId.current = asked.approvalId
    },
  })
  const { register, formState, watch } = sending.form
  const leave = (): void => void navigate(model ? `/crm/Productos/${model.id}` : '/crm/Productos')
  // After the form has settled: what was sent is no longer unsaved.
  useEffect(() => {
    if (sending.sent === 0) return
    void client.invalidateQueries()
    const waits = approvalId.current !== null && maySeeApprovals
    void navigate(waits ? `/crm/Aprobaciones/${approvalId.current}` : '/crm/Productos', { replace: true })
  }, [sending.sent, navigate, client, maySeeApprovals])
  return (
    <Page>
      <PageHead
        title={t('shell:screens.newProduct')}
        context={[model && t('create.copyOf', { name: model.name }), t('create.lead')].filter(Boolean).join(' · ')}
      />
      <Section title={t('create.title')} className={classes.narrow}>
        <Form
          sending={sending}
          label={t('shell:screens.newProduct')}
          draft={model ? `products/copy/${model.id}` : 'products/new'}
          actions={<SubmitOrCancel busy={sending.busy} submit={t('create.propose')} onCancel={leave} />}
        >
          <ProductFields form={sending.form} />
          <Checkbox label={t('create.accrues')} {...register('accrues')} />
          {watch('accrues') && <TariffFields form={sending.form} />}
          <ReasonField
            label={t('fields.reason')}
            description={t('edit.reasonHint')}
            error={fieldText(formState.errors.reason)}
            {...register('reason', reasonRules)}
          />
        </Form>
      </Section>
    </Page>
  )
}

/** Proposes a product, from nothing or as a copy of another: there is none before somebody else agrees. */
export default function NewProductScreen() {
  const { t } = useTranslation('list')
  const [address] = useSearchParams()
  const productId = address.get('copia') ?? ''
  const model = useQuery({ ...read(getProduct, { params: { productId } }), enabled: productId !== '' })
  if (model.error) return <ErrorState error={model.error} />
  if (productId !== '' && !model.data) return <RecordBones label={t('loading')} tiles={0} />
  return <NewProduct key={productId} model={model.data} />
}
