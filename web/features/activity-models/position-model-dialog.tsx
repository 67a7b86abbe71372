import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ModelledActivity, mapActivities } from '#contract/activity-models/activities.ts'
import { getPositionModels, type PositionModel, setPositionModel } from '#contract/activity-models.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'

type Props = { onDone: (text: string) => void; onClose: () => void }
type Values = Record<ModelledActivity, string>

const isCount = (typed: string): boolean => /^\d{1,5}$/.test(typed.trim()) && Number(typed) <= 10_000

const rows = [['calls', 'newContacts'], ['r1', 'r2'], ['r3', 'r4'], ['converted']] as const

const PositionForm = ({ model, onDone, onClose }: Props & { model: PositionModel }) => {
  const { t } = useTranslation(['activity-models', 'staff'])
  const { position, version: known, activities } = model
  const name = t(`staff:positions.${position}`)
  const removal = useAction()
  const save = (version: number, changed: PositionModel['activities']) =>
    callEndpoint(
      setPositionModel,
      { params: { position }, body: { version, activities: changed } },
      { refreshOnRefusal: true },
    )
  const sending = useSubmitForm<Values>({
    defaults: mapActivities((activity) => String(activities?.[activity] ?? 0)),
    version: known,
    submit: async (values, version) => {
      await save(
        version,
        mapActivities((activity) => Number(values[activity])),
      )
      onDone(t('dialog.saved', { position: name }))
      onClose()
    },
  })
  const remove = (): void =>
    void removal.run(async () => {
      await save(known, null)
      onDone(t('dialog.removed', { position: name }))
      onClose()
    })
  const {
    register,
    formState: { errors },
  } = sending.form
  return (
    <Form
      formState={sending}
      label={t('dialog.title')}
      actions={
        <>
          <SubmitCancelButtons busy={sending.busy} submit={t('dialog.submit')} onCancel={onClose} />
          {activities && (
            <Button variant="subtle" color="red" disabled={removal.busy} onClick={remove}>
              {t('dialog.remove')}
            </Button>
          )}
        </>
      }
    >
      <FailureMessage of={removal.failure} />
      {rows.map((row) => (
        <FieldRow key={row[0]}>
          {row.map((activity) => (
            <TextInput
              key={activity}
              label={t(`fields.${activity}`)}
              inputMode="numeric"
              autoComplete="off"
              maxLength={5}
              error={errors[activity] && t('dialog.wrong')}
              {...register(activity, { required: 'required', validate: isCount })}
            />
          ))}
        </FieldRow>
      ))}
    </Form>
  )
}

const PositionChoice = ({ models, ...props }: Props & { models: readonly PositionModel[] }) => {
  const { t } = useTranslation(['activity-models', 'staff'])
  const [position, setPosition] = useState(models.find(({ activities }) => activities)?.position ?? 'manager')
  const model = models.find((one) => one.position === position)!
  return (
    <>
      <NativeSelect
        data-autofocus
        label={t('dialog.position')}
        description={model.activities ? undefined : t('dialog.none')}
        value={position}
        data={models.map(({ position: value }) => ({ value, label: t(`staff:positions.${value}`) }))}
        onChange={({ currentTarget }) => setPosition(currentTarget.value as PositionModel['position'])}
      />
      <PositionForm key={position} model={model} {...props} />
    </>
  )
}

/** What is expected each month of somebody of a position. Mounted while it asks. */
export default function PositionModelDialog(props: Props) {
  const { t } = useTranslation(['activity-models', 'staff'])
  const { data, error, refetch } = useQuery(buildQueryOptions(getPositionModels, {}))
  return (
    <Dialog title={t('dialog.title')} description={t('dialog.text')} onClose={props.onClose}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <PositionChoice models={data.positions} {...props} />}
    </Dialog>
  )
}
