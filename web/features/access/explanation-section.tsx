import { NativeSelect, TextInput } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { clientModules, explainRight, type PersonRights, type RightExplanation } from '#contract/access.ts'
import { type ModuleKey, moduleKeys, type PermissionAction, permissionActions } from '#contract/permissions.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './access.module.css'
import { NextSteps } from './next-steps.tsx'
import { useAccessTexts } from './use-access-texts.ts'

type ExplanationFormValues = { module: ModuleKey; action: PermissionAction; cvl: string }
type AccessWay = NonNullable<RightExplanation['client']>['ways'][number]

/** The rule that decides, by name. */
const useFormatRule = () => {
  const { t } = useTranslation(['permissions', 'shell'])
  const format = useFormatters()
  return ({ decision: { rule }, ownRule, role }: RightExplanation): string => {
    if (rule === 'denied' || rule === 'granted')
      return ownRule?.validTo ? t(`why.${rule}.until`, { date: format.date(ownRule.validTo) }) : t(`why.${rule}.always`)
    return t(`why.rules.${rule}`, { role: t(`shell:roles.${role}`) })
  }
}

const useFormatAccessWay = () => {
  const { t } = useTranslation(['permissions', 'shell'])
  return ({ scope, staffName, staffRole, zoneName }: AccessWay): string =>
    t(`why.ways.${scope}`, {
      name: staffName ?? '–',
      role: staffRole ? t(`shell:roles.${staffRole}`) : '–',
      zone: zoneName ?? '–',
    })
}

type ExplanationAnswerProps = { explanation: RightExplanation; person: PersonRights }

const ExplanationAnswer = ({ explanation, person }: ExplanationAnswerProps) => {
  const { t } = useTranslation(['permissions', 'access'])
  const words = useAccessTexts()
  const ruleText = useFormatRule()
  const wayText = useFormatAccessWay()
  const { decision, ownRule, client } = explanation
  const can = decision.allowed && (client === null || client.within)
  const what = {
    name: person.fullName,
    action: t(`access:actions.${decision.action}`),
    module: t(`access:modules.${decision.module}`),
  }
  return (
    <div className={classes.answer} data-can={can || undefined}>
      <strong>
        <StatusBadge
          tone={can ? 'pos' : 'neg'}
          icon={can ? IconCheck : IconX}
          label={t(can ? 'why.can' : 'why.cannot', what)}
        />
      </strong>
      <span>{t('why.decides', { rule: ruleText(explanation) })}</span>
      {ownRule && <span>{t('why.reason', { reason: ownRule.reason })}</span>}
      {decision.allowed && <span>{t('why.scope', { scope: words.scopes(decision.scopes) })}</span>}
      {client && decision.allowed && (
        <>
          <span>
            {t(client.within ? 'why.within' : 'why.outside', { client: `${client.fullName} (${client.cvl})` })}
          </span>
          {client.ways.length > 0 && (
            <ul>
              {client.ways.map((way) => (
                <li key={JSON.stringify(way)}>{wayText(way)}</li>
              ))}
            </ul>
          )}
        </>
      )}
      {!can && <NextSteps explanation={explanation} person={person} />}
    </div>
  )
}

/** Why a person can or can not do something, and whether it holds one client. */
export const ExplanationSection = ({ person }: { person: PersonRights }) => {
  const { id: userId } = person
  const { t } = useTranslation(['permissions', 'access'])
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const [explanation, setExplanation] = useState<RightExplanation | null>(null)
  const sending = useSubmitForm<ExplanationFormValues>({
    defaults: { module: 'bt_Clientes', action: 'view', cvl: '' },
    submit: async ({ module, action, cvl }) => {
      setExplanation(null)
      const about = clientModules.includes(module) && cvl.trim() ? { cvl } : {}
      try {
        setExplanation(await callEndpoint(explainRight, { params: { userId }, query: { module, action, ...about } }))
      } catch (error) {
        // Of a client whom the asker doesn't see nothing is told, as of one that there isn't.
        if (about.cvl && error instanceof CallError && error.status === 404)
          throw new CallError(404, { fields: { cvl: 'unknown' } })
        throw error
      }
    },
  })
  const { control, register, formState } = sending.form
  const module = useWatch({ control, name: 'module' })
  return (
    <Section title={t('why.title')} description={t('why.lead')}>
      <Form
        formState={sending}
        label={t('why.title')}
        actions={
          <SubmitButton variant="default" busy={sending.busy}>
            {t('why.ask')}
          </SubmitButton>
        }
      >
        <NativeSelect
          label={t('fields.module')}
          data={moduleKeys.map((value) => ({ value, label: t(`access:modules.${value}`) }))}
          {...register('module')}
        />
        <NativeSelect
          label={t('rules.action')}
          data={permissionActions.map((value) => ({ value, label: t(`access:actions.${value}`) }))}
          {...register('action')}
        />
        <TextInput
          label={optional(t('why.client'))}
          description={t('why.clientHint')}
          maxLength={20}
          autoComplete="off"
          disabled={!clientModules.includes(module)}
          error={fieldText(formState.errors.cvl)}
          {...register('cvl')}
        />
      </Form>
      <div role="status">{explanation && <ExplanationAnswer explanation={explanation} person={person} />}</div>
    </Section>
  )
}
