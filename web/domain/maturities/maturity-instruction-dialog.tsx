import { Checkbox, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type InstructionSummary,
  instructMaturities,
  type MaturitySelection,
  summarizeInstructions,
} from '#contract/maturities.ts'
import { maturityInstructions } from '#contract/products.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Notice } from '#web/ui/status-messages.tsx'
import { InstructedAccounts } from './instructed-accounts.tsx'
import type { InstructionResult } from './use-instruction-message.ts'

type MaturityInstruction = (typeof maturityInstructions)[number]
type InstructionFormValues = {
  instruction: MaturityInstruction | ''
  productId: string
  allSigned: boolean
  reason: string
}
type Props = {
  choice: MaturitySelection
  /** Whether they have matured already: then it is carried out at once. */
  areSuspended: boolean
  onDone: (change: InstructionResult) => void
  onClose: () => void
}

/** Opens on what stands; where the accounts differ on nothing, so that nobody is changed by not looking. */
const buildDefaultValues = ({ instructions }: InstructionSummary): InstructionFormValues => {
  const [only] = instructions.length === 1 ? instructions : []
  return { instruction: only?.instruction ?? '', productId: only?.productId ?? '', allSigned: false, reason: '' }
}

/** What is one's own, or a relative's, isn't asked for. */
const excludeOwnAccounts = (choice: MaturitySelection, { own }: InstructionSummary): MaturitySelection =>
  choice.by === 'filter'
    ? choice
    : { ...choice, accountIds: choice.accountIds.filter((id) => !own.some((one) => one.id === id)) }

const MaturityInstructionForm = ({
  summary,
  choice,
  areSuspended,
  onDone,
  onClose,
}: Props & { summary: InstructionSummary }) => {
  const { t } = useTranslation('maturities')
  const fieldText = useFieldErrorText()
  const sending = useSubmitForm<InstructionFormValues>({
    defaults: buildDefaultValues(summary),
    submit: async ({ instruction, productId, allSigned, reason }) => {
      const instructionInput = {
        instruction: instruction as MaturityInstruction,
        productId: instruction === 'transfer' ? productId : null,
        allSigned,
      }
      const body = {
        choice: excludeOwnAccounts(choice, summary),
        ...instructionInput,
        ...(reason.trim() && { reason: reason.trim() }),
      }
      onDone({ ...instructionInput, ...(await callEndpoint(instructMaturities, { body })), accounts: summary.accounts })
    },
  })
  const { register, watch, formState } = sending.form
  const { errors } = formState
  const instruction = watch('instruction')
  const { products } = summary
  const [first] = summary.instructions
  const known = products.some(({ id }) => id === first?.productId)
  const offered = [
    ...products.map(({ id, name }) => ({ value: id, label: name })),
    // What stands may be off sale by now: it is shown, and refused if it is chosen again.
    ...(first?.productId && !known ? [{ value: first.productId, label: first.productName ?? first.productId }] : []),
  ]
  return (
    <Form
      formState={sending}
      label={t('instruct.title')}
      actions={
        <SubmitCancelButtons
          busy={sending.busy}
          submit={t(areSuspended ? 'instruct.carryOut' : 'instruct.save')}
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
      {areSuspended && instruction === 'pay_out' && (
        <ReasonField
          label={t('release.reason')}
          isOptional
          description={t('release.reasonHint')}
          error={fieldText(errors.reason)}
          {...register('reason', { validate: (typed) => typed.trim() === '' || reasonRules.validate(typed) })}
        />
      )}
    </Form>
  )
}

/** What is to become of some accounts when their term is over: whose they are, what is said now, and what it is to be. Mounted while it asks. */
export const MaturityInstructionDialog = (props: Props) => {
  const { t } = useTranslation('maturities')
  const { data, error, refetch } = useQuery({
    ...buildQueryOptions(summarizeInstructions, { body: { choice: props.choice } }),
    // What stands changes under somebody else's hands: asked each time.
    gcTime: 0,
    staleTime: 0,
  })
  return (
    <Dialog
      title={t('instruct.title')}
      description={t(props.areSuspended ? 'instruct.leadParked' : 'instruct.lead')}
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
          <MaturityInstructionForm {...props} summary={data} />
        </>
      )}
    </Dialog>
  )
}
