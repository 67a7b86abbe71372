import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { openContactStages } from '#contract/contacts/stages.ts'
import { type GoalMeasure, goalMeasures } from '#contract/goals/kinds.ts'
import { type GoalRules, getGoalRules, setGoalRules } from '#contract/goals.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'

type Props = { onDone: (text: string) => void; onClose: () => void }
type Values = { measure: GoalMeasure; probabilities: string[] }

const isPercent = (typed: string): boolean => /^\d{1,3}$/.test(typed.trim()) && Number(typed) <= 100

const RulesForm = ({ rules, onDone, onClose }: Props & { rules: GoalRules }) => {
  const { t } = useTranslation(['goals', 'contacts'])
  const sending = useSubmitForm<Values>({
    defaults: { measure: rules.measure, probabilities: rules.probabilities.map(String) },
    version: rules.version,
    submit: async ({ measure, probabilities }, version) => {
      await callEndpoint(
        setGoalRules,
        { body: { measure, probabilities: probabilities.map(Number), version } },
        { refreshOnRefusal: true },
      )
      onDone(t('rules.done'))
      onClose()
    },
  })
  const {
    register,
    formState: { errors },
  } = sending.form
  return (
    <Form
      formState={sending}
      label={t('rules.title')}
      actions={<SubmitCancelButtons busy={sending.busy} submit={t('rules.submit')} onCancel={onClose} />}
    >
      <NativeSelect
        data-autofocus
        label={t('rules.measure')}
        data={goalMeasures.map((value) => ({ value, label: t(`rules.${value}`) }))}
        {...register('measure')}
      />
      {openContactStages.map((stage, place) => (
        <TextInput
          key={stage}
          label={t('rules.probability', { stage: t(`contacts:stages.${stage}`) })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          error={errors.probabilities?.[place] && t('rules.wrong')}
          {...register(`probabilities.${place}`, { required: 'required', validate: isPercent })}
        />
      ))}
    </Form>
  )
}

/** How goals are measured, and how likely contacts of each stage are to become clients. Mounted while it asks. */
export default function GoalRulesDialog(props: Props) {
  const { t } = useTranslation('goals')
  const { data, error, refetch } = useQuery(buildQueryOptions(getGoalRules, {}))
  return (
    <Dialog title={t('rules.title')} description={t('rules.text')} onClose={props.onClose}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <RulesForm rules={data} {...props} />}
    </Dialog>
  )
}
