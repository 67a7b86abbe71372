import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { PersonRights, RightExplanation } from '#contract/access.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { scrollToSection } from '#web/ui/jump-to-section.ts'
import classes from './access.module.css'

import { type AccessRemedy, listAccessRemedies } from './list-access-remedies.ts'

type Props = { explanation: RightExplanation; person: PersonRights }

/** Says what to do about something that a person can't do. */
export const NextSteps = ({ explanation, person }: Props) => {
  const { t } = useTranslation(['permissions', 'shell'])
  const mayHandOver = usePermission('bt_Traspasos', 'create')
  const steps = listAccessRemedies(explanation, { editRules: person.mayEdit, handOver: mayHandOver })
  const role = t(`shell:roles.${explanation.role}`)
  const label = (step: AccessRemedy): string => t(`why.steps.${step}`, { role })
  return (
    <div className={classes.nextSteps}>
      <strong>{t('why.next')}</strong>
      {steps.length === 0 ? (
        <span>{t('why.askOthers')}</span>
      ) : (
        <ul>
          {steps.map((step) => (
            <li key={step}>
              {step === 'changeRole' && <Link to={`/crm/ModulosPermisos?role=${explanation.role}`}>{label(step)}</Link>}
              {step === 'handOver' && <Link to="/crm/Traspasos/nuevo">{label(step)}</Link>}
              {(step === 'endDenial' || step === 'grant' || step === 'widen') && (
                <Button variant="default" size="compact-sm" onClick={() => scrollToSection('rules')}>
                  {label(step)}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
