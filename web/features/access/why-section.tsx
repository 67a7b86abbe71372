import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type Explanation, explainRight, modulesOfClients, type PersonRights } from '#contract/access.ts'
import { type Action, actions, type ModuleKey, moduleKeys } from '#contract/permissions.ts'
import { CallError, call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './access.module.css'
import { useAccessWords } from './use-access-words.ts'

type Values = { module: ModuleKey; action: Action; cvl: string }
type Way = NonNullable<Explanation['client']>['ways'][number]

/** The rule that decides, by name. */
const useRuleText = () => {
  const { t } = useTranslation(['permissions', 'shell'])
  const format = useFormat()
  return ({ decision: { rule }, ownRule, role }: Explanation): string => {
    if (rule === 'denied' || rule === 'granted')
      return ownRule?.validTo ? t(`why.${rule}.until`, { date: format.date(ownRule.validTo) }) : t(`why.${rule}.always`)
    return t(`why.rules.${rule}`, { role: t(`shell:roles.${role}`) })
  }
}

const useWayText = () => {
  const { t } = useTranslation(['permissions', 'shell'])
  return ({ scope, staffName, staffRole, zoneName }: Way): string =>
    t(`why.ways.${scope}`, {
      name: staffName ?? '–',
      role: staffRole ? t(`shell:roles.${staffRole}`) : '–',
      zone: zoneName ?? '–',
    })
}

const Answer = ({ told, name }: { told: Explanation; name: string }) => {
  const { t } = useTranslation(['permissions', 'access'])
  const words = useAccessWords()
  const ruleText = useRuleText()
  const wayText = useWayText()
  const { decision, ownRule, client } = told
  const can = decision.allowed && (client === null || client.within)
  const what = { name, action: t(`access:actions.${decision.action}`), module: t(`access:modules.${decision.module}`) }
  return (
    <div className={classes.answer} data-can={can || undefined}>
      <strong>
        <StatusBadge
          tone={can ? 'pos' : 'neg'}
          icon={can ? IconCheck : IconX}
          label={t(can ? 'why.can' : 'why.cannot', what)}
        />
      </strong>
      <span>{t('why.decides', { rule: ruleText(told) })}</span>
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
    </div>
  )
}

/** Why a person can or can not do something, and whether it holds one client. */
export const WhySection = ({ person: { id: userId, fullName } }: { person: PersonRights }) => {
  const { t } = useTranslation(['permissions', 'access'])
  const fieldText = useFieldText()
  const [told, setTold] = useState<Explanation | null>(null)
  const sending = useSending<Values>({
    defaults: { module: 'bt_Clientes', action: 'view', cvl: '' },
    send: async ({ module, action, cvl }) => {
      setTold(null)
      const about = modulesOfClients.includes(module) && cvl.trim() ? { cvl } : {}
      try {
        setTold(await call(explainRight, { params: { userId }, query: { module, action, ...about } }))
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
    <Section title={t('why.title')} lead={t('why.lead')}>
      <Form
        sending={sending}
        label={t('why.title')}
        actions={
          <Button type="submit" variant="default" disabled={sending.busy}>
            {t('why.ask')}
          </Button>
        }
      >
        <div className={classes.inline}>
          <NativeSelect
            label={t('fields.module')}
            data={moduleKeys.map((value) => ({ value, label: t(`access:modules.${value}`) }))}
            {...register('module')}
          />
          <NativeSelect
            label={t('rules.action')}
            data={actions.map((value) => ({ value, label: t(`access:actions.${value}`) }))}
            {...register('action')}
          />
          <TextInput
            label={t('why.client')}
            description={t('why.clientHint')}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            maxLength={20}
            autoComplete="off"
            disabled={!modulesOfClients.includes(module)}
            error={fieldText(formState.errors.cvl)}
            {...register('cvl')}
          />
        </div>
      </Form>
      <div role="status">{told && <Answer told={told} name={fullName} />}</div>
    </Section>
  )
}
