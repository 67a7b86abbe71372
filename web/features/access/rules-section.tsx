import { Button } from '@mantine/core'
import { useState } from 'react'
import { endPersonRule, type PersonRights, type PersonRuleDetail } from '#contract/access.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { processStateStyles } from '#web/domain/process-state-styles.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { Section } from '#web/ui/section.tsx'
import textClasses from '#web/ui/text.module.css'
import classes from './access.module.css'
import { RuleForm } from './rule-form.tsx'
import { useAccessTexts } from './use-access-texts.ts'

const ruleBadgeStyles = {
  current: processStateStyles.done,
  coming: processStateStyles.scheduled,
  past: processStateStyles.past,
  ended: processStateStyles.canceled,
} as const

type Props = { person: PersonRights; onProposed: (proposed: ProposalResult) => void }

const AccessRuleRow = ({ rule, mayEnd, onEnd }: { rule: PersonRuleDetail; mayEnd: boolean; onEnd: () => void }) => {
  const { t } = useTranslation(['permissions', 'access'])
  const format = useFormatters()
  const words = useAccessTexts()
  const [tone, icon] = ruleBadgeStyles[rule.state]
  const what = { action: t(`access:actions.${rule.action}`), module: t(`access:modules.${rule.module}`) }
  const open = rule.state === 'current' || rule.state === 'coming'
  return (
    <li data-over={!open || undefined}>
      <div className={classes.ruleHead}>
        <strong>{t(`rules.said.${rule.effect}`, what)}</strong>
        {rule.scope && <span>{t('rules.scope', { scope: words.scopes([rule.scope]) })}</span>}
        <StatusBadge tone={tone} icon={icon} label={t(`rules.states.${rule.state}`)} />
      </div>
      <span>
        {rule.validTo
          ? t('rules.between', { from: format.date(rule.validFrom), to: format.date(rule.validTo) })
          : t('rules.since', { from: format.date(rule.validFrom) })}
      </span>
      <span className={textClasses.muted}>
        {t('rules.by', { name: rule.createdByName ?? '–', date: format.dateTime(rule.createdAt), reason: rule.reason })}
      </span>
      {rule.endedAt && (
        <span className={textClasses.muted}>
          {t('rules.endedBy', { name: rule.endedByName ?? '–', date: format.dateTime(rule.endedAt) })}
        </span>
      )}
      {mayEnd && open && (
        <div>
          <Button variant="default" size="compact-sm" aria-label={t('rules.endNamed', what)} onClick={onEnd}>
            {t('rules.end')}
          </Button>
        </div>
      )}
    </li>
  )
}

/** Grants and denials of the person's own; those that are over stay to be read. */
export const RulesSection = ({ person, onProposed }: Props) => {
  const { t } = useTranslation('permissions')
  const [ending, setEnding] = useState<PersonRuleDetail | null>(null)
  const { id: userId, rules, mayEdit, state } = person
  return (
    <Section id="rules" title={t('rules.title')} description={t('rules.lead')}>
      {rules.length === 0 ? (
        <p className={textClasses.muted}>{t('rules.none')}</p>
      ) : (
        <ul className={classes.rules} aria-label={t('rules.title')}>
          {rules.map((rule) => (
            <AccessRuleRow key={rule.id} rule={rule} mayEnd={mayEdit} onEnd={() => setEnding(rule)} />
          ))}
        </ul>
      )}
      {mayEdit && state === 'working' && <RuleForm userId={userId} onProposed={onProposed} />}
      {ending && (
        <ReasonDialog
          label={t('reason.label')}
          title={t('rules.endTitle')}
          text={t('rules.endText')}
          action={t('rules.end')}
          onClose={() => setEnding(null)}
          onSend={async (reason) =>
            onProposed(await callEndpoint(endPersonRule, { params: { userId, ruleId: ending.id }, body: { reason } }))
          }
        />
      )}
    </Section>
  )
}
