import { NativeSelect } from '@mantine/core'
import { blockClient, liftClientBlock } from '#contract/client-blocks.ts'
import type { ClientDetail } from '#contract/clients/client.ts'
import { blockKinds } from '#contract/clients.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'

type BlockKind = (typeof blockKinds)[number]
type DialogProps = { client: ClientDetail; onDone: (message: string) => void; onClose: () => void }
type BlockFormValues = { kind: BlockKind; reason: string; expectedEnd: string }

/** The kinds of block that the client does not have yet. */
const listMissingBlockKinds = ({ blocks }: Pick<ClientDetail, 'blocks'>): BlockKind[] =>
  blockKinds.filter((kind) => blocks.every((block) => block.kind !== kind))

/** Blocks a client: of which kind, why, and until when it is likely to last. Says what each kind stops. */
const BlockDialog = ({ client, onDone, onClose }: DialogProps) => {
  const { t } = useTranslation(['client-blocks', 'form', 'list'])
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const kinds = listMissingBlockKinds(client)
  const sending = useSubmitForm<BlockFormValues>({
    defaults: { kind: kinds[0] ?? 'commercial', reason: '', expectedEnd: '' },
    submit: async ({ kind, reason, expectedEnd }) => {
      const body = { kind, reason, expectedEnd: dayOf(expectedEnd) ?? null }
      const params = { clientId: client.id }
      const { state } = await callEndpoint(blockClient, { params, body }, { refreshOnRefusal: true })
      onDone(t(state === 'done' ? 'done' : 'proposed'))
      onClose()
    },
  })
  const { register, formState, watch } = sending.form
  const name = [client.name, client.surname].filter(Boolean).join(' ')
  const isDay = (typed: string) => !typed.trim() || dayOf(typed) !== undefined || 'date'
  return (
    <Dialog title={t('action')} description={`${name} · ${client.cvl}`} onClose={onClose}>
      <Form
        formState={sending}
        label={t('action')}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('submit')} onCancel={onClose} />}
      >
        <NativeSelect
          data-autofocus
          label={t('kind')}
          description={t(`effects.${watch('kind')}`)}
          data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          error={fieldText(formState.errors.kind)}
          {...register('kind')}
        />
        <ReasonField
          label={t('reason')}
          error={fieldText(formState.errors.reason)}
          {...register('reason', reasonRules)}
        />
        <DateField
          label={t('expectedEnd')}
          isOptional
          description={t('expectedEndHint')}
          error={fieldText(formState.errors.expectedEnd)}
          {...register('expectedEnd', { validate: isDay })}
        />
      </Form>
    </Dialog>
  )
}

/** Proposes to lift a block, with the reason that a second person reads. */
const LiftBlockDialog = ({ client, kind, onDone, onClose }: DialogProps & { kind: BlockKind }) => {
  const { t } = useTranslation('client-blocks')
  return (
    <ReasonDialog
      title={t('liftTitle', { kind: t(`kinds.${kind}`) })}
      text={t('liftLead')}
      action={t('lift')}
      label={t('liftReason')}
      onClose={onClose}
      onSend={async (reason) => {
        const params = { clientId: client.id, kind }
        const { state } = await callEndpoint(liftClientBlock, { params, body: { reason } }, { refreshOnRefusal: true })
        onDone(t(state === 'done' ? 'lifted' : 'liftProposed'))
      }}
    />
  )
}

/** Asks for a new block, or why one should be lifted. Comes with the first of them. */
export default function BlockDialogs({ lifts, ...props }: DialogProps & { lifts: BlockKind | null }) {
  return lifts === null ? <BlockDialog {...props} /> : <LiftBlockDialog kind={lifts} {...props} />
}
