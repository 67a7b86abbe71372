import { NativeSelect, TextInput } from '@mantine/core'
import { Controller } from 'react-hook-form'
import {
  type AttributionRole,
  type AttributionShares,
  attributionRoles,
  sumShareHundredths,
  wholeShareHundredths,
} from '#contract/attribution/shares.ts'
import { type AttributionSettings, setAttributionRule } from '#contract/attribution.ts'
import { clientChannels } from '#contract/clients.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { parseShare } from './parse-share.ts'
import classes from './settings.module.css'

type ChannelChoice = 'any' | (typeof clientChannels)[number]
type TypedShares = Record<AttributionRole, string>
type AttributionFormValues = TypedShares & {
  productId: string
  channel: ChannelChoice
  validFrom: string
  reason: string
}

const anyProduct = 'any'

/** Undefined where one of them is no share yet. */
const parseShares = (typed: TypedShares): AttributionShares | undefined => {
  const [manager, partner, advisor, banker] = attributionRoles.map((role) => parseShare(typed[role]))
  return manager && partner && advisor && banker ? { manager, partner, advisor, banker } : undefined
}

/** What the shares lack, or have too much: read out as it changes. */
const ShareBalance = ({ typed }: { typed: TypedShares }) => {
  const { t } = useTranslation('attribution')
  const format = useFormatters()
  const shares = parseShares(typed)
  const missing = shares && wholeShareHundredths - sumShareHundredths(shares)
  const share = format.rate((Math.abs(missing ?? 0) / 100).toFixed(2))
  return (
    <p role="status" className={classes.shareBalance} data-whole={missing === 0 || undefined}>
      {missing === undefined
        ? ''
        : missing === 0
          ? t('rules.whole')
          : t(missing > 0 ? 'rules.missing' : 'rules.over', { share })}
    </p>
  )
}

type Props = Pick<AttributionSettings, 'products'> & { onClose: () => void }

/** Proposes a rule from a day on, or other shares of one that begins on that day. Mounted while it asks. */
export const AttributionForm = ({ products, onClose }: Props) => {
  const { t } = useTranslation(['attribution', 'limits', 'client'])
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const sending = useSubmitForm<AttributionFormValues>({
    defaults: {
      productId: anyProduct,
      channel: 'any',
      validFrom: '',
      manager: '100',
      partner: '0',
      advisor: '0',
      banker: '0',
      reason: '',
    },
    submit: async ({ productId, channel, validFrom, reason, ...typed }) => {
      const body = {
        productId: productId === anyProduct ? null : productId,
        channel: channel === 'any' ? null : channel,
        validFrom: dayOf(validFrom)!,
        ...parseShares(typed)!,
        reason: reason.trim(),
      }
      await callEndpoint(setAttributionRule, { body })
      onClose()
    },
  })
  const { register, control, watch, formState } = sending.form
  const { errors } = formState
  const validateShare = (typed: string): true | string => parseShare(typed) !== undefined || 'number'
  /** The manager's is what the others leave: it is the one to mend. */
  const validateWhole = (typed: string, values: AttributionFormValues): true | string => {
    const shares = parseShares(values)
    if (!shares) return validateShare(typed)
    return sumShareHundredths(shares) === wholeShareHundredths || 'hundred'
  }
  return (
    <Dialog title={t('rules.add')} size="lg" onClose={onClose}>
      <Form
        formState={sending}
        label={t('rules.add')}
        draft="settings.attributionRule"
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('limits:propose')} onCancel={onClose} />}
      >
        <Controller
          control={control}
          name="productId"
          rules={{ required: 'required' }}
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <SearchSelect
              ref={ref}
              data-autofocus
              label={t('rules.product')}
              error={fieldText(errors.productId)}
              data={[
                { value: anyProduct, label: t('anyProduct') },
                ...products.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
            />
          )}
        />
        <NativeSelect
          label={t('rules.channel')}
          data={[
            { value: 'any', label: t('anyChannel') },
            ...clientChannels.map((value) => ({ value, label: t(`client:channelName.${value}`) })),
          ]}
          {...register('channel')}
        />
        <DateField
          label={t('rules.validFrom')}
          error={fieldText(errors.validFrom)}
          {...register('validFrom', {
            required: 'required',
            validate: (typed) => {
              const day = dayOf(typed)
              return day === undefined ? 'date' : day >= today || 'beforeToday'
            },
          })}
        />
        <p className={classes.lead}>{t('rules.validFromHint')}</p>
        <fieldset className={classes.shares}>
          <legend>{t('rules.shares')}</legend>
          <p className={classes.lead}>{t('rules.sharesHint')}</p>
          <div className={classes.shareFields}>
            {attributionRoles.map((role) => (
              <TextInput
                key={role}
                label={t(`shares.${role}`)}
                error={fieldText(errors[role])}
                inputMode="decimal"
                maxLength={7}
                autoComplete="off"
                {...register(role, {
                  required: 'required',
                  validate: role === 'manager' ? validateWhole : validateShare,
                  ...(role !== 'manager' && { deps: ['manager'] }),
                })}
              />
            ))}
          </div>
          <ShareBalance typed={watch()} />
        </fieldset>
        <ReasonField
          label={t('limits:reason')}
          description={t('limits:reasonHint')}
          error={fieldText(errors.reason)}
          {...register('reason', reasonRules)}
        />
      </Form>
    </Dialog>
  )
}
