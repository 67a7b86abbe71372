import { Checkbox, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  type InstructionSummary,
  instructMaturities,
  type MaturityChoice,
  summarizeInstructions,
} from '#contract/maturities.ts'
import { maturityInstructions } from '#contract/products.ts'
import { call } from '#web/core/call.ts'
import { read } from '#web/core/query.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import { Notice } from '#web/ui/message.tsx'
import { InstructedAccounts } from './instructed-accounts.tsx'
import type { InstructionChange } from './use-instruction-message.ts'

type Instruction = (typeof maturityInstructions)[number]
type Values = { instruction: Instruction | ''; productId: string; allSigned: boolean; reason: string }
type Props = {
  choice: MaturityChoice
  products: readonly { id: string; name: string }[]
  /** Whether they have matured already: then it is carried out at once. */
  parked: boolean
  onDone: (change: InstructionChange) => void
  onClose: () => void
}

/** Opens on what stands; where the accounts differ on nothing, so that nobody is changed by not looking. */
const defaultsOf = ({ instructions }: InstructionSummary): Values => {
  const [only] = instructions.length === 1 ? instructions : []
  return { instruction: only?.instruction ?? '', productId: only?.productId ?? '', allSigned: false, reason: '' }
}

/** What is one's own, or a relative's, isn't asked for. */
const withoutOwn = (choice: MaturityChoice, { own }: InstructionSummary): MaturityChoice =>
  choice.by === 'filter'
    ? choice
    : { ...choice, accountIds: choice.accountIds.filter((id) => !own.some((one) => one.id === id)) }

const InstructForm = ({
  summary,
  choice,
  products,
  parked,
  onDone,
  onClose,
}: Props & { summary: InstructionSummary }) => {
  const { t } = useTranslation('maturities')
  const fieldText = useFieldText()
  const sending = useSending<Values>({
    defaults: defaultsOf(summary),
    send: async ({ instruction, productId, allSigned, reason }) => {
      const said = {
        instruction: instruction as Instruction,
        productId: instruction === 'transfer' ? productId : null,
        allSigned,
      }
      const body = { choice: withoutOwn(choice, summary), ...said, ...(reason.trim() && { reason: reason.trim() }) }
      onDone({ ...said, ...(await call(instructMaturities, { body })), accounts: summary.accounts })
    },
  })
  const { register, watch, formState } = sending.form
  const { errors } = formState
  const instruction = watch('instruction')
  const [first] = summary.instructions
  const known = products.some(({ id }) => id === first?.productId)
  const offered = [
    ...products.map(({ id, name }) => ({ value: id, label: name })),
    // What stands may be off sale by now: it is shown, and refused if it is chosen again.
    ...(first?.productId && !known ? [{ value: first.productId, label: first.productName ?? first.productId }] : []),
  ]
  return (
    <Form
      sending={sending}
      label={t('instruct.title')}
      actions={
        <SubmitOrCancel
          busy={sending.busy}
          submit={t(parked ? 'instruct.carryOut' : 'instruct.save')}
          onCancel={onClose}
        />
      }
    >
      <NativeSelect
        autoFocus
        label={t('fields.instruction')}
        error={fieldText(errors.instruction)}
        data={[
          ...(summary.instructions.length > 1 ? [{ value: '', label: t('instruct.chooseInstruction') }] : []),
          ...maturityInstructions.map((value) => ({ value, label: t(`instructions.${value}`) })),
        ]}
        {...register('instruction', { required: 'required' })}
      />
      {instruction === 'transfer' && (
        <NativeSelect
          label={t('instruct.product')}
          error={fieldText(errors.productId)}
          data={[{ value: '', label: t('instruct.choose') }, ...offered]}
          {...register('productId', { required: 'required' })}
        />
      )}
      {summary.takeAllSignatures > 0 && (
        <Checkbox
          label={t('instruct.allSigned')}
          description={t('instruct.allSignedHint')}
          error={fieldText(errors.allSigned)}
          {...register('allSigned')}
        />
      )}
      {parked && instruction === 'pay_out' && (
        <ReasonField
          label={t('release.reason')}
          description={t('release.reasonHint')}
          error={fieldText(errors.reason)}
          {...register('reason', { validate: (typed) => typed.trim() === '' || reasonRules.validate(typed) })}
        />
      )}
    </Form>
  )
}

/** What is to become of some accounts when their term is over: whose they are, what is said now, and what it is to be. Mounted while it asks. */
export const InstructDialog = (props: Props) => {
  const { t } = useTranslation('maturities')
  const { data, error, refetch } = useQuery({
    ...read(summarizeInstructions, { body: { choice: props.choice } }),
    // What stands changes under somebody else's hands: asked each time.
    gcTime: 0,
    staleTime: 0,
  })
  return (
    <Dialog
      title={t('instruct.title')}
      lead={t(props.parked ? 'instruct.leadParked' : 'instruct.lead')}
      onClose={props.onClose}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && data.own.length > 0 && (
        <Notice>
          {t('instruct.own', {
            count: data.own.length,
            accounts: data.own.map(({ accountNumber }) => accountNumber).join(', '),
          })}
        </Notice>
      )}
      {data && data.count + data.own.length === 0 && <Notice>{t('instruct.nothing')}</Notice>}
      {data && data.count > 0 && (
        <>
          <InstructedAccounts summary={data} />
          <InstructForm {...props} summary={data} />
        </>
      )}
    </Dialog>
  )
}
