import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import {
  changeProduct,
  dayCounts,
  earlyWithdrawals,
  maturityInstructions,
  type ProductDetail,
  type ProductSettings,
  payouts,
  productAdditions,
} from '#contract/products.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { readAmount, readMonths, readRate, trimmed } from '#web/domain/typed-figures.ts'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './products.module.css'
import { useBackToProduct } from './use-back-to-product.ts'

/** As it is typed: figures are text until they are sent. */
type Typed = Omit<ProductSettings, 'minimum' | 'maximum' | 'termMonths' | 'penaltyPoints' | 'additionDays'> & {
  minimum: string
  maximum: string
  termMonths: string
  penaltyPoints: string
  additionDays: string
}
type Values = { settings: Typed; reason: string }

const settingsOf = (typed: Typed): ProductSettings => ({
  ...typed,
  name: typed.name.trim(),
  minimum: readAmount(typed.minimum)!,
  maximum: typed.maximum.trim() ? readAmount(typed.maximum)! : null,
  termMonths: typed.termMonths.trim() ? readMonths(typed.termMonths)! : null,
  penaltyPoints: readRate(typed.penaltyPoints)!,
  additionDays: typed.additions === 'within_days' ? readMonths(typed.additionDays)! : null,
})

const useEdit = (product: ProductDetail) => {
  const format = useFormat()
  const { name, dayCount, payout, capitalised, defaultInstruction, earnsUntilPaid, onSale } = product
  const { earlyWithdrawal, additions, additionDays } = product
  const typed = (amount: string): string => format.money(amount, { bare: true, euros: true })
  return useSending<Values>({
    defaults: {
      settings: {
        ...{ name, dayCount, payout, capitalised, defaultInstruction, earnsUntilPaid, onSale },
        ...{ earlyWithdrawal, additions, additionDays: additionDays === null ? '' : String(additionDays) },
        minimum: typed(product.minimum),
        maximum: product.maximum === null ? '' : typed(product.maximum),
        termMonths: product.termMonths === null ? '' : String(product.termMonths),
        penaltyPoints: format.decimal(trimmed(product.penaltyPoints)),
      },
      reason: '',
    },
    send: async ({ settings, reason }) => {
      await call(changeProduct, {
        params: { productId: product.id },
        body: { version: product.version, settings: settingsOf(settings), reason: reason.trim() },
      })
    },
  })
}

/** Changes what a product offers: for accounts to come, once somebody else agrees. */
export const ProductForm = ({ product }: { product: ProductDetail }) => {
  const { t } = useTranslation('products')
  const fieldText = useFieldText()
  const sending = useEdit(product)
  const back = useBackToProduct(sending.sent, product.id)
  const { register, control, formState } = sending.form
  const additions = useWatch({ control, name: 'settings.additions' })
  const errors = formState.errors.settings ?? {}
  const typed =
    (reader: (text: string) => unknown, optional = false) =>
    (text: string) =>
      (optional && text.trim() === '') || reader(text) !== undefined || 'number'
  return (
    <Section title={t('product.edit')} lead={t('edit.lead')} className={classes.narrow}>
      <Form
        sending={sending}
        label={t('product.edit')}
        draft={`products/${product.id}/settings`}
        actions={<SubmitOrCancel busy={sending.busy} submit={t('edit.propose')} onCancel={back} />}
      >
        <TextInput
          label={t('fields.name')}
          maxLength={80}
          error={fieldText(errors.name)}
          {...register('settings.name', { validate: (text) => text.trim().length >= 2 || 'too_small' })}
        />
        <div className={classes.two}>
          <TextInput
            label={t('fields.minimum')}
            inputMode="decimal"
            error={fieldText(errors.minimum)}
            {...register('settings.minimum', { validate: typed(readAmount) })}
          />
          <TextInput
            label={t('fields.maximum')}
            placeholder={t('noLimit')}
            inputMode="decimal"
            error={fieldText(errors.maximum)}
            {...register('settings.maximum', { validate: typed(readAmount, true) })}
          />
          <TextInput
            label={t('fields.termMonths')}
            placeholder={t('noTerm')}
            inputMode="numeric"
            error={fieldText(errors.termMonths)}
            {...register('settings.termMonths', { validate: typed(readMonths, true) })}
          />
          <TextInput
            label={t('fields.penaltyPoints')}
            inputMode="decimal"
            error={fieldText(errors.penaltyPoints)}
            {...register('settings.penaltyPoints', { validate: typed(readRate) })}
          />
          <NativeSelect
            label={t('fields.payout')}
            error={fieldText(errors.payout)}
            data={payouts.map((value) => ({ value, label: t(`payouts.${value}`) }))}
            {...register('settings.payout')}
          />
          <NativeSelect label={t('fields.dayCount')} data={[...dayCounts]} {...register('settings.dayCount')} />
          <NativeSelect
            label={t('fields.defaultInstruction')}
            data={maturityInstructions.map((value) => ({ value, label: t(`instructions.${value}`) }))}
            {...register('settings.defaultInstruction')}
          />
          <NativeSelect
            label={t('fields.earlyWithdrawal')}
            error={fieldText(errors.earlyWithdrawal)}
            data={earlyWithdrawals.map((value) => ({ value, label: t(`earlyWithdrawals.${value}`) }))}
            {...register('settings.earlyWithdrawal')}
          />
          <NativeSelect
            label={t('fields.additions')}
            data={productAdditions.map((value) => ({ value, label: t(`additions.${value}`) }))}
            {...register('settings.additions')}
          />
          {additions === 'within_days' && (
            <TextInput
              label={t('fields.additionDays')}
              inputMode="numeric"
              error={fieldText(errors.additionDays)}
              {...register('settings.additionDays', { validate: typed(readMonths) })}
            />
          )}
        </div>
        <Checkbox label={t('product.toCapital')} {...register('settings.capitalised')} />
        <Checkbox label={t('product.earnsBox')} {...register('settings.earnsUntilPaid')} />
        <Checkbox label={t('fields.onSale')} {...register('settings.onSale')} />
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
