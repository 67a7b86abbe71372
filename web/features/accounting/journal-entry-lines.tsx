import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconPlus, IconX } from '@tabler/icons-react'
import { useFieldArray } from 'react-hook-form'
import { useFormatters } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { MoneyField } from '#web/ui/form/money-field.tsx'
import { parseMoney } from '#web/ui/form/typed-money.ts'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useFocusAfterRemoval } from '#web/ui/form/use-focus-after-removal.ts'
import type { SubmitFormState } from '#web/ui/form/use-submit-form.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { ClientAccountPicker } from './client-account-picker.tsx'
import classes from './entry.module.css'
import { emptyJournalLine, isClientLedger, type JournalEntryValues, sumDebitAndCredit } from './journal-entry-values.ts'
import { useLedgerChoices } from './use-ledger-choices.ts'
import { useTaxFormOptions } from './use-tax-forms.ts'

type JournalEntryForm = SubmitFormState<JournalEntryValues>['form']

/** So many months back a return can be named. */
const maxEntryLines = 60

/** The months up to this one, the newest first. */
const listMonthsUpTo = (today: string): string[] => {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7)) - 1
  return Array.from({ length: maxEntryLines }, (_, back) => {
    const at = year * 12 + month - back
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`
  })
}

/** Which return a line on the tax account belongs to. */
const LineTaxFields = ({ form, at }: { form: JournalEntryForm; at: number }) => {
  const { t } = useTranslation(['entries', 'taxes'])
  const format = useFormatters()
  const fieldText = useFieldErrorText()
  const forms = useTaxFormOptions()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const wrong = form.formState.errors.lines?.[at]?.tax
  return (
    <FieldRow>
      <NativeSelect
        label={t('form')}
        data={[{ value: '', label: '–' }, ...forms, { value: 'none', label: t('taxes:forms.none') }]}
        error={fieldText(wrong?.form)}
        {...form.register(`lines.${at}.tax.form`, { required: 'required', shouldUnregister: true })}
      />
      <NativeSelect
        label={t('month')}
        data={[
          { value: '', label: '–' },
          ...listMonthsUpTo(today).map((value) => ({ value, label: format.month(value) })),
        ]}
        error={fieldText(wrong?.month)}
        {...form.register(`lines.${at}.tax.month`, { required: 'required', shouldUnregister: true })}
      />
    </FieldRow>
  )
}

const JournalLineFields = ({
  form,
  at,
  onRemove,
}: {
  form: JournalEntryForm
  at: number
  onRemove: (() => void) | null
}) => {
  const { t } = useTranslation('entries')
  const ledgers = useLedgerChoices(false)
  const fieldText = useFieldErrorText()
  const { register, watch, setValue, getValues, formState } = form
  const wrong = formState.errors.lines?.[at]
  const ledger = watch(`lines.${at}.ledger`)
  const oneSide = (side: 'debit' | 'credit') => (typed: string) => {
    const other = getValues(`lines.${at}.${side === 'debit' ? 'credit' : 'debit'}`).trim()
    if (typed.trim() && other) return 'oneSide'
    if (!typed.trim()) return other || side === 'credit' ? true : 'required'
    return parseMoney(typed) !== undefined || 'amount'
  }
  return (
    <fieldset className={classes.line} aria-label={t('line', { n: at + 1 })}>
      <NativeSelect
        label={t('ledger')}
        data={[{ value: '', label: '–' }, ...ledgers]}
        error={fieldText(wrong?.ledger)}
        {...register(`lines.${at}.ledger`, { required: 'required' })}
      />
      <div className={classes.of}>
        {isClientLedger(ledger) && (
          <>
            <ClientAccountPicker
              selectedAccount={{ value: watch(`lines.${at}.accountId`), label: watch(`lines.${at}.accountLabel`) }}
              error={fieldText(wrong?.accountId)}
              onChange={({ value, label }) => {
                setValue(`lines.${at}.accountLabel`, label)
                setValue(`lines.${at}.accountId`, value, { shouldValidate: true, shouldDirty: true })
              }}
            />
            <input
              type="hidden"
              {...register(`lines.${at}.accountId`, {
                validate: (id) => !isClientLedger(getValues(`lines.${at}.ledger`)) || id !== '' || 'required',
              })}
            />
          </>
        )}
        {ledger === 'tax_payable' && <LineTaxFields form={form} at={at} />}
      </div>
      {(['debit', 'credit'] as const).map((side) => (
        <MoneyField
          key={side}
          label={t(side)}
          isOptional={false}
          error={fieldText(wrong?.[side])}
          {...register(`lines.${at}.${side}`, { validate: oneSide(side) })}
        />
      ))}
      {onRemove && (
        <ActionIcon
          className={classes.remove!}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('remove', { n: at + 1 })}
          onClick={onRemove}
        >
          <IconX size={16} />
        </ActionIcon>
      )}
    </fieldset>
  )
}

/** What both sides come to, said as it changes. */
const DebitCreditTotals = ({ form }: { form: JournalEntryForm }) => {
  const { t } = useTranslation('entries')
  const format = useFormatters()
  const { debit, credit, short, missing, empty } = sumDebitAndCredit(form.watch('lines'))
  const holds = !empty && missing === '0.00'
  const Sign = holds ? IconCheck : IconAlertTriangle
  const euros = (amount: string) => format.money(amount, { euros: true })
  return (
    <div className={classes.sums}>
      <p className={classes.state} data-holds={holds || undefined} role="status">
        {!empty && <Sign size={16} aria-hidden />}
        {empty
          ? t('none')
          : holds
            ? t('balanced')
            : t('difference', { amount: euros(missing), side: t(`sides.${short}`) })}
      </p>
      {(
        [
          ['debit', debit],
          ['credit', credit],
        ] as const
      ).map(([side, amount]) => (
        <p key={side} className={classes.sum}>
          <span>{t(side)}</span>
          <strong>{euros(amount)}</strong>
        </p>
      ))}
    </div>
  )
}

/** The lines of an entry, each on its side, and whether the sides come to the same. */
export const JournalEntryLines = ({ form }: { form: JournalEntryForm }) => {
  const { t } = useTranslation('entries')
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' })
  const addButton = useFocusAfterRemoval(fields.length)
  return (
    <div className={layoutClasses.closeRows}>
      {fields.map(({ id }, at) => (
        <JournalLineFields key={id} form={form} at={at} onRemove={fields.length > 2 ? () => remove(at) : null} />
      ))}
      <div>
        <Button
          ref={addButton}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={fields.length >= 40}
          onClick={() => append(emptyJournalLine)}
        >
          {t('add')}
        </Button>
      </div>
      <DebitCreditTotals form={form} />
    </div>
  )
}
