import { NativeSelect, TextInput } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { addPersonRule } from '#contract/access.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import {
  type ModuleKey,
  moduleKeys,
  type PermissionAction,
  permissionActions,
  type Scope,
} from '#contract/permissions.ts'
import { getModuleScopes } from '#contract/rights.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { parseTypedDate } from '#web/ui/list/parse-date.ts'

type AccessRuleFormValues = {
  effect: 'grant' | 'deny'
  module: ModuleKey
  action: PermissionAction
  scope: Scope
  validFrom: string
  validTo: string
  reason: string
}

/** In a row of fields the inputs stand on one line. */
const emptyFormValues: AccessRuleFormValues = {
  effect: 'grant',
  module: 'bt_Clientes',
  action: 'view',
  scope: 'own',
  validFrom: '',
  validTo: '',
  reason: '',
}

/** What was chosen for one module may be nothing for the next. */
const getDefaultScope = (module: ModuleKey, scope: Scope): Scope =>
  getModuleScopes(module).includes(scope) ? scope : 'all'

/** Days are typed as in lists: '3/5', 'hoy', '+30'. Undefined: it is no day. */
const useParseTypedDate = () => {
  const { t } = useTranslation('list')
  const today = useSession((state) => state.session?.businessDate ?? '')
  const words = { today: t('date.today'), tomorrow: t('date.tomorrow'), yesterday: t('date.yesterday') }
  return (typed: string): string | null | undefined => (typed.trim() ? parseTypedDate(typed, today, words) : null)
}

/** Grants or denies a person one thing, for good or until a day. */
export const RuleForm = ({
  userId,
  onProposed,
}: {
  userId: string
  onProposed: (proposed: ProposalResult) => void
}) => {
  const { t } = useTranslation(['permissions', 'access', 'list'])
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const sending = useSubmitForm<AccessRuleFormValues>({
    defaults: emptyFormValues,
    submit: async ({ scope, validFrom, validTo, ...ruleValues }) => {
      const from = dayOf(validFrom)
      const body = {
        ...ruleValues,
        scope: ruleValues.effect === 'grant' ? getDefaultScope(ruleValues.module, scope) : null,
        ...(from && { validFrom: from }),
        validTo: dayOf(validTo) ?? null,
      }
      const proposed = await callEndpoint(addPersonRule, { params: { userId }, body })
      sending.form.reset(emptyFormValues)
      onProposed(proposed)
    },
  })
  const { control, register, formState } = sending.form
  const { errors } = formState
  const effect = useWatch({ control, name: 'effect' })
  const module = useWatch({ control, name: 'module' })
  const isDay = (typed: string) => dayOf(typed) !== undefined || 'date'
  return (
    <Form
      formState={sending}
      label={t('rules.add')}
      draft={`access.rule.${userId}`}
      actions={
        <SubmitButton variant="default" busy={sending.busy}>
          {t('rules.add')}
        </SubmitButton>
      }
    >
      <NativeSelect
        label={t('rules.effect')}
        data={(['grant', 'deny'] as const).map((value) => ({ value, label: t(`rules.effects.${value}`) }))}
        {...register('effect')}
      />
      <NativeSelect
        label={t('fields.module')}
        data={moduleKeys.map((value) => ({ value, label: t(`access:modules.${value}`) }))}
        {...register('module')}
      />
      <NativeSelect
        label={t('rules.action')}
        error={fieldText(errors.action)}
        data={permissionActions.map((value) => ({ value, label: t(`access:actions.${value}`) }))}
        {...register('action')}
      />
      {effect === 'grant' && (
        <NativeSelect
          label={t('fields.scope')}
          error={fieldText(errors.scope)}
          data={getModuleScopes(module).map((value) => ({ value, label: t(`access:scopes.${value}`) }))}
          {...register('scope')}
        />
      )}
      <FieldRow>
        <DateField
          label={t('rules.from')}
          isOptional
          placeholder={t('list:date.today')}
          error={fieldText(errors.validFrom)}
          {...register('validFrom', { validate: isDay })}
        />
        <DateField
          label={t('rules.to')}
          isOptional
          description={t('rules.toHint')}
          error={fieldText(errors.validTo)}
          {...register('validTo', { validate: isDay })}
        />
      </FieldRow>
      <TextInput
        label={t('reason.label')}
        maxLength={500}
        autoComplete="off"
        error={fieldText(errors.reason)}
        {...register('reason', reasonRules)}
      />
    </Form>
  )
}
