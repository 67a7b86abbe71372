import { NativeSelect } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { ProfitabilitySettings } from '#contract/profitability.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import type { SubmitFormState } from '#web/ui/form/use-submit-form.ts'

type ProductFieldProps = Omit<ComponentProps<typeof NativeSelect>, 'data' | 'label'> & {
  products: ProfitabilitySettings['products']
}

/** Of which product. */
export const ProductField = ({ products, ...field }: ProductFieldProps) => {
  const { t } = useTranslation(['profitability', 'form'])
  return (
    <NativeSelect
      data-autofocus
      label={t('settings.product')}
      data={[{ value: '', label: t('form:choose') }, ...products.map(({ id, name }) => ({ value: id, label: name }))]}
      {...field}
    />
  )
}

/** From which day on. */
export const ValidFromField = (field: Omit<ComponentProps<typeof DateField>, 'label'>) => {
  const { t } = useTranslation('profitability')
  return <DateField label={t('settings.validFrom')} isNearToday={false} {...field} />
}

type DialogProps<V extends FieldValues> = {
  title: string
  formState: SubmitFormState<V, number>
  draft: string
  onClose: () => void
  children: ReactNode
}

/** What holds for a product from a day on. Mounted while it asks. */
export const DatedDialog = <V extends FieldValues>({ title, formState, draft, onClose, children }: DialogProps<V>) => {
  const { t } = useTranslation('profitability')
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        formState={formState}
        label={title}
        draft={draft}
        actions={<SubmitCancelButtons busy={formState.busy} submit={t('settings.save')} onCancel={onClose} />}
      >
        {children}
      </Form>
    </Dialog>
  )
}
