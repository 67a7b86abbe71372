import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { createProduct, getProduct, type ProductDetail } from '#contract/products.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import { Section } from '#web/ui/section.tsx'
import { ProductFields } from './product-fields.tsx'
import {
  buildEmptyProductValues,
  type ProductFormValues,
  parseProductSettings,
  parseTariff,
  toProductValues,
} from './product-values.ts'
import classes from './products.module.css'
import { TariffFields } from './tariff-fields.tsx'

/** A copy begins with all of its model but what has to be its own. */
const useDefaultProductValues = (model: ProductDetail | undefined): ProductFormValues => {
  const format = useFormatters()
  const today = useSession((state) => state.session?.businessDate ?? '')
  if (!model) return buildEmptyProductValues(today)
  const values = toProductValues(model, format, today)
  return { ...values, settings: { ...values.settings, code: '', name: '', onSale: true } }
}

const NewProductForm = ({ model }: { model: ProductDetail | undefined }) => {
  const { t } = useTranslation(['products', 'shell'])
  const fieldText = useFieldErrorText()
  const navigate = useNavigate()
  const maySeeApprovals = usePermission('bt_Aprobaciones', 'view')
  const approvalId = useRef<string | null>(null)
  const sending = useSubmitForm<ProductFormValues>({
    defaults: useDefaultProductValues(model),
    submit: async ({ accrues, settings, tariff, reason }) => {
      const proposal = await callEndpoint(createProduct, {
        body: {
          accrues,
          settings: parseProductSettings(settings),
          tariff: accrues ? parseTariff(tariff) : null,
          reason: reason.trim(),
        },
      })
      approvalId.current = proposal.approvalId
    },
  })
  const { register, formState, watch } = sending.form
  const leave = (): void => void navigate(model ? `/crm/Productos/${model.id}` : '/crm/Productos')
  // After the form has settled: what was sent is no longer unsaved.
  useEffect(() => {
    if (sending.submitCount === 0) return
    const waits = approvalId.current !== null && maySeeApprovals
    void navigate(waits ? `/crm/Aprobaciones/${approvalId.current}` : '/crm/Productos', { replace: true })
  }, [sending.submitCount, navigate, maySeeApprovals])
  return (
    <Page>
      <PageHead
        title={t('shell:screens.newProduct')}
        context={[model && t('create.copyOf', { name: model.name }), t('create.lead')].filter(Boolean).join(' · ')}
      />
      <Section title={t('create.title')} className={classes.narrow}>
        <Form
          formState={sending}
          label={t('shell:screens.newProduct')}
          draft={model ? `products/copy/${model.id}` : 'products/new'}
          actions={<SubmitCancelButtons busy={sending.busy} submit={t('create.propose')} onCancel={leave} />}
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
  const model = useQuery({ ...buildQueryOptions(getProduct, { params: { productId } }), enabled: productId !== '' })
  if (model.error) return <ErrorState error={model.error} />
  if (productId !== '' && !model.data) return <RecordSkeleton label={t('loading')} tiles={0} />
  return <NewProductForm key={productId} model={model.data} />
}
