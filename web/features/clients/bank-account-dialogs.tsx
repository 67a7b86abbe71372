import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ProposalResult } from '#contract/approvals.ts'
import {
  addBankAccount,
  type ClientBankAccount,
  endBankAccount,
  setDefaultBankAccount,
} from '#contract/client-bank-accounts.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useIdempotencyKey } from '#web/core/idempotency-key.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { formatBankNumber } from '#web/domain/bank-number.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import classes from './clients.module.css'

type BankAccountDialogProps = {
  clientId: string
  /** What the change is made on. */
  version: number
  onDone: (message: string) => void
  onClose: () => void
}

/** Whatever came of it, the page shows how it stands; and says whether it is done, or waits. */
const useFinishBankAccountChange = ({ onDone }: Pick<BankAccountDialogProps, 'onDone'>) => {
  const { t } = useTranslation('client-bank-accounts')
  return (sent: Promise<ProposalResult>): Promise<void> =>
    sent.then(({ state }) => onDone(t(state === 'done' ? 'done' : 'asked')))
}

type NewBankAccountValues = { number: string; holder: string; makeDefault: boolean; checked: boolean; reason: string }
type AddBankAccountProps = BankAccountDialogProps & { holder: string; isFirst: boolean }

const isDoubtfulAccountError = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'bankAccount.doubtful'

/** Proposes another account. What is doubtful of it is said, and has to be looked at before it is proposed all the same. */
export const AddBankAccountDialog = ({ clientId, version, holder, isFirst, onDone, onClose }: AddBankAccountProps) => {
  const { t } = useTranslation('client-bank-accounts')
  const fieldText = useFieldErrorText()
  const finish = useFinishBankAccountChange({ onDone })
  const withIdempotencyKey = useIdempotencyKey()
  // Of which number and holder something was said: typed anew, it is said anew.
  const [doubted, setDoubted] = useState<string | null>(null)
  const sending = useSubmitForm<NewBankAccountValues>({
    defaults: { number: '', holder, makeDefault: isFirst, checked: false, reason: '' },
    submit: async ({ number, holder: named, checked, ...rest }) => {
      const about = `${number} ${named}`
      const body = { ...rest, number, holder: named, version, checked: checked && doubted === about }
      const sent = callEndpoint(
        addBankAccount,
        { params: { clientId }, body },
        { ...withIdempotencyKey(), refreshOnRefusal: true },
      )
      await finish(sent).catch((error: unknown) => {
        if (isDoubtfulAccountError(error)) setDoubted(about)
        throw error
      })
      onClose()
    },
  })
  const { register, formState, watch } = sending.form
  const { errors } = formState
  const asks = doubted !== null && doubted === `${watch('number')} ${watch('holder')}`
  return (
    <Dialog title={t('add.title')} description={t('add.lead')} onClose={onClose}>
      <Form
        formState={sending}
        label={t('add.title')}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('add.submit')} onCancel={onClose} />}
      >
        <TextInput
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          label={t('fields.number')}
          description={t('add.numberHint')}
          error={fieldText(errors.number)}
          {...register('number', { required: 'required' })}
        />
        <TextInput
          autoComplete="off"
          label={t('fields.holder')}
          description={t('add.holderHint')}
          error={fieldText(errors.holder)}
          {...register('holder', { required: 'required', minLength: { value: 2, message: 'too_small' } })}
        />
        {isFirst ? (
          <p className={classes.muted}>{t('add.first')}</p>
        ) : (
          <Checkbox
            label={t('fields.makeDefault')}
            description={t('add.makeDefaultHint')}
            {...register('makeDefault')}
          />
        )}
        <ReasonField
          label={t('fields.reason')}
          description={t('reasonHint')}
          error={fieldText(errors.reason)}
          {...register('reason', reasonRules)}
        />
        {asks && (
          <Checkbox
            label={t('add.checked')}
            error={fieldText(errors.checked)}
            {...register('checked', { required: 'required' })}
          />
        )}
      </Form>
    </Dialog>
  )
}

type ExistingBankAccountProps = BankAccountDialogProps & { account: ClientBankAccount }

/** Proposes that what names no account is paid to this one. */
export const MakeDefaultDialog = ({ clientId, version, account, onDone, onClose }: ExistingBankAccountProps) => {
  const { t } = useTranslation('client-bank-accounts')
  const finish = useFinishBankAccountChange({ onDone })
  const withIdempotencyKey = useIdempotencyKey()
  const number = formatBankNumber(account.number)
  const text = [t('makeDefault.text', { number }), ...(account.isPayout ? [] : [t('makeDefault.fromKnown')])]
  return (
    <ReasonDialog
      title={t('makeDefault.named', { number })}
      text={text.join(' ')}
      action={t('makeDefault.action')}
      label={t('fields.reason')}
      hint={t('reasonHint')}
      onSend={(reason) => {
        const params = { clientId, bankAccountId: account.id }
        return finish(
          callEndpoint(
            setDefaultBankAccount,
            { params, body: { version, reason } },
            { ...withIdempotencyKey(), refreshOnRefusal: true },
          ),
        )
      }}
      onClose={onClose}
    />
  )
}

type EndBankAccountValues = { takesOverId: string; reason: string }
type EndBankAccountProps = ExistingBankAccountProps & { others: readonly ClientBankAccount[] }

const EndBankAccountForm = ({ clientId, version, account, others, onDone, onClose }: EndBankAccountProps) => {
  const { t } = useTranslation('client-bank-accounts')
  const fieldText = useFieldErrorText()
  const finish = useFinishBankAccountChange({ onDone })
  const withIdempotencyKey = useIdempotencyKey()
  const needsOther = account.waiting.payments > 0 || (account.isDefault && others.length > 0)
  const [first] = others
  const sending = useSubmitForm<EndBankAccountValues>({
    defaults: { takesOverId: needsOther && first ? first.id : '', reason: '' },
    version,
    submit: async ({ takesOverId, reason }, seenVersion) => {
      const params = { clientId, bankAccountId: account.id }
      const body = { version: seenVersion, reason, takesOverId: takesOverId || null }
      await finish(callEndpoint(endBankAccount, { params, body }, { ...withIdempotencyKey(), refreshOnRefusal: true }))
      onClose()
    },
  })
  const { register, formState } = sending.form
  const { errors } = formState
  const number = formatBankNumber(account.number)
  return (
    <Form
      formState={sending}
      label={t('end.named', { number })}
      actions={<SubmitCancelButtons busy={sending.busy} submit={t('end.action')} onCancel={onClose} />}
    >
      {others.length > 0 && needsOther && (
        <NativeSelect
          label={t('fields.takesOver')}
          data={others.map((other) => ({ value: other.id, label: formatBankNumber(other.number) }))}
          error={fieldText(errors.takesOverId)}
          {...register('takesOverId')}
        />
      )}
      <ReasonField
        data-autofocus
        label={t('fields.reason')}
        description={t('reasonHint')}
        error={fieldText(errors.reason)}
        {...register('reason', reasonRules)}
      />
    </Form>
  )
}

/** Proposes that nothing is paid to it any more: what waits for it goes on to another, or is named as what stands in the way. */
export const EndBankAccountDialog = (props: EndBankAccountProps) => {
  const { t } = useTranslation('client-bank-accounts')
  const format = useFormatters()
  const { account, others, onClose } = props
  const number = formatBankNumber(account.number)
  const { payments, amount } = account.waiting
  const money = { count: payments, amount: format.money(amount, { euros: true }) }
  const stuck = payments > 0 && others.length === 0
  const lead = [t('end.text', { number }), ...(payments > 0 ? [t('end.waiting', money)] : [])].join(' ')
  return (
    <Dialog title={t('end.named', { number })} description={stuck ? t('end.noOther', money) : lead} onClose={onClose}>
      {!stuck && <EndBankAccountForm {...props} />}
    </Dialog>
  )
}
