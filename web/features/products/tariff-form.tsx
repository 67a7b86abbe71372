import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { Controller, useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type ProductDetail, setTariff } from '#contract/products.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { readAmount, readMonths, readRate, trimmed } from '#web/domain/typed-figures.ts'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import { DateControl } from '#web/ui/list/date-control.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './products.module.css'
import { useBackToProduct } from './use-back-to-product.ts'

type Slab = { minAmount: string; termMonths: string; rate: string }
type Values = { tariff: { validFrom: string; slabs: Slab[] }; reason: string }

const emptySlab: Slab = { minAmount: '', termMonths: '', rate: '' }
const most = 60

/** Begins with the rates of today, as text. */
const useTariff = (product: ProductDetail) => {
  const format = useFormat()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const current = product.tariffs.find(({ state }) => state === 'current')?.slabs ?? []
  const slabs = current.map(({ minAmount, termMonths, rate }) => ({
    minAmount: format.money(minAmount, { bare: true, euros: true }),
    termMonths: termMonths === 0 ? '' : String(termMonths),
    rate: format.decimal(trimmed(rate)),
  }))
  return useSending<Values>({
    defaults: { tariff: { validFrom: today, slabs: slabs.length > 0 ? slabs : [emptySlab] }, reason: '' },
    send: async ({ tariff, reason }) => {
      await call(setTariff, {
        params: { productId: product.id },
        body: {
          version: product.version,
          tariff: {
            validFrom: tariff.validFrom,
            slabs: tariff.slabs.map((slab) => ({
              minAmount: readAmount(slab.minAmount)!,
              termMonths: readMonths(slab.termMonths) ?? 0,
              rate: readRate(slab.rate)!,
            })),
          },
          reason: reason.trim(),
        },
      })
    },
  })
}

/** Sets the rates of a product from a day on, beginning with those of today. */
export const TariffForm = ({ product }: { product: ProductDetail }) => {
  const { t } = useTranslation('products')
  const fieldText = useFieldText()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const sending = useTariff(product)
  const back = useBackToProduct(sending.sent, product.id)
  const { register, control, formState } = sending.form
  const { fields, append, remove } = useFieldArray({ control, name: 'tariff.slabs' })
  const errors = formState.errors.tariff
  const ofAll = errors?.slabs?.message
  return (
    <Section title={t('product.newTariff')} lead={t('rates.lead')} className={classes.narrow}>
      <Form
        sending={sending}
        label={t('product.newTariff')}
        draft={`products/${product.id}/tariff`}
        actions={<SubmitOrCancel busy={sending.busy} submit={t('edit.propose')} onCancel={back} />}
      >
        <Controller
          name="tariff.validFrom"
          control={control}
          rules={{ validate: (value) => (value === '' ? 'required' : value >= today || 'beforeToday') }}
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <DateControl label={t('rates.validFrom')} value={value} onChange={onChange} error={fieldText(error)} />
          )}
        />
        {fields.map(({ id }, at) => (
          <fieldset key={id} className={classes.slabs}>
            <legend className={classes.tariff}>{t('rates.slab', { number: at + 1 })}</legend>
            <div className={classes.slab}>
              <TextInput
                label={t('rates.minAmount')}
                inputMode="decimal"
                error={fieldText(errors?.slabs?.[at]?.minAmount)}
                {...register(`tariff.slabs.${at}.minAmount`, {
                  validate: (text) => readAmount(text) !== undefined || 'number',
                })}
              />
              <TextInput
                label={t('rates.term')}
                placeholder={t('tariffs.anyTerm')}
                inputMode="numeric"
                error={fieldText(errors?.slabs?.[at]?.termMonths)}
                {...register(`tariff.slabs.${at}.termMonths`, {
                  validate: (text) => text.trim() === '' || readMonths(text) !== undefined || 'number',
                })}
              />
              <TextInput
                label={t('rates.rate')}
                inputMode="decimal"
                error={fieldText(errors?.slabs?.[at]?.rate)}
                {...register(`tariff.slabs.${at}.rate`, {
                  validate: (text) => readRate(text) !== undefined || 'number',
                })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                disabled={fields.length === 1}
                aria-label={t('rates.remove', { number: at + 1 })}
                onClick={() => remove(at)}
              >
                <IconX size={16} />
              </ActionIcon>
            </div>
          </fieldset>
        ))}
        <div role="alert">{ofAll && <p className={classes.wrong}>{fieldText({ type: ofAll })}</p>}</div>
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={fields.length >= most}
            onClick={() => append(emptySlab)}
          >
            {t('rates.add')}
          </Button>
        </div>
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
