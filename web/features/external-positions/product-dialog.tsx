import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { type ExternalKind, externalKinds } from '#contract/external-positions/kinds.ts'
import {
  addExternalProduct,
  changeExternalProduct,
  type ExternalProductRow,
} from '#contract/external-positions/products.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import classes from './external-positions.module.css'
import { positionOptionsQuery } from './use-shared-filters.ts'

type ProductFormValues = { institution: string; kind: ExternalKind; name: string; terms: string }
type Props = {
  /** Null: a new one. */
  product: ExternalProductRow | null
  onDone: (message: string) => void
  onClose: () => void
}

const validateText = (typed: string): true | string => typed.trim() !== '' || 'required'

/** Adds a product to the catalogue, or changes one. */
export default function ProductDialog({ product, onDone, onClose }: Props) {
  const { t } = useTranslation('external-positions')
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const suggestionsId = useId()
  const { data } = useQuery(positionOptionsQuery)
  const sending = useSubmitForm<ProductFormValues>({
    defaults: {
      institution: product?.institution ?? '',
      kind: product?.kind ?? 'deposit',
      name: product?.name ?? '',
      terms: product?.terms ?? '',
    },
    version: product?.version,
    submit: async ({ institution, kind, name, terms }, seenVersion) => {
      const fields = { institution: institution.trim(), kind, name: name.trim(), terms: terms.trim() }
      if (product)
        await callEndpoint(
          changeExternalProduct,
          { params: { productId: product.id }, body: { ...fields, version: seenVersion } },
          { refreshOnRefusal: true },
        )
      else await callEndpoint(addExternalProduct, { body: fields })
      onDone(t(product ? 'catalogue.changed' : 'catalogue.added', { name: fields.name }))
      onClose()
    },
  })
  const { register, formState } = sending.form
  const { errors } = formState
  const title = product ? t('catalogue.editTitle', { name: product.name }) : t('catalogue.addTitle')
  return (
    <Dialog title={title} description={product && t('catalogue.editLead')} onClose={onClose}>
      <Form
        formState={sending}
        label={title}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('catalogue.save')} onCancel={onClose} />}
      >
        <TextInput
          data-autofocus
          label={t('fields.institution')}
          description={t('catalogue.institutionHint')}
          list={suggestionsId}
          classNames={{ input: classes.suggested! }}
          autoComplete="off"
          maxLength={120}
          error={fieldText(errors.institution)}
          {...register('institution', { required: 'required', validate: validateText })}
        />
        <datalist id={suggestionsId}>
          {data?.institutions.map((institution) => (
            <option key={institution} value={institution} />
          ))}
        </datalist>
        <NativeSelect
          label={t('fields.kind')}
          data={externalKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          error={fieldText(errors.kind)}
          {...register('kind')}
        />
        <TextInput
          label={t('fields.productName')}
          autoComplete="off"
          maxLength={120}
          error={fieldText(errors.name)}
          {...register('name', { required: 'required', validate: validateText })}
        />
        <Textarea
          label={optional(t('fields.terms'))}
          description={t('catalogue.termsHint')}
          rows={3}
          maxLength={1000}
          error={fieldText(errors.terms)}
          {...register('terms')}
        />
      </Form>
    </Dialog>
  )
}
