import type { PersonRights } from '#contract/access.ts'
import { moduleKeys, permissionActions } from '#contract/permissions.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'
import textClasses from '#web/ui/text.module.css'
import classes from './access.module.css'
import { useAccessTexts } from './use-access-texts.ts'

/** What role, matrix and own rules come to today: every module and action, with the rule that decides. */
export const EffectiveRightsSection = ({ person: { effective, fullName } }: { person: PersonRights }) => {
  const { t } = useTranslation(['permissions', 'access'])
  const words = useAccessTexts()
  return (
    <Section title={t('result.title')} description={t('result.lead')}>
      {effective.length === 0 ? (
        <p className={textClasses.muted}>{t('result.none')}</p>
      ) : (
        <ScrollFrame className={classes.frame} label={t('result.of', { name: fullName })}>
          <table className={classes.grid} aria-label={t('result.of', { name: fullName })}>
            <thead>
              <tr>
                <th scope="col">{t('fields.module')}</th>
                {permissionActions.map((action) => (
                  <th key={action} scope="col">
                    {t(`access:actions.${action}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {moduleKeys.map((module) => (
                <tr key={module}>
                  <th scope="row">{t(`access:modules.${module}`)}</th>
                  {effective
                    .filter((one) => one.module === module)
                    .map((one) => (
                      <td key={one.action} data-label={t(`access:actions.${one.action}`)}>
                        <span className={classes.outcome} data-allowed={one.allowed || undefined}>
                          {words.outcome(one)}
                        </span>
                        {/* Marked where the firm or the person has it otherwise than everybody. */}
                        {one.rule !== 'default' && one.rule !== 'none' && (
                          <span className={classes.rule}>{t(`result.rules.${one.rule}`)}</span>
                        )}
                      </td>
                    ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      )}
    </Section>
  )
}
