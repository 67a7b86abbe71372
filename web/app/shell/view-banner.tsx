import { UnstyledButton } from '@mantine/core'
import { IconArrowBackUp, IconEye, IconPencil } from '@tabler/icons-react'
import { endActingView } from '#web/core/acting-view.ts'
import { useErrorMessage } from '#web/core/error-text.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useAction } from '#web/ui/use-action.ts'
import classes from './view-banner.module.css'

/** Over every page for as long as it lasts: in whose view one works, what can be done there, and the way back. */
export default function ViewBanner() {
  const { t } = useTranslation('view')
  const textOf = useErrorMessage()
  const session = useSession((state) => state.session)
  const { busy, failure, run } = useAction()
  if (!session?.actingCvl) return null
  const { actingCvl: cvl, actingName: name, mayWorkInView } = session
  const Icon = mayWorkInView ? IconPencil : IconEye
  return (
    <section className={classes.banner} aria-label={t('label')}>
      <Icon size={18} stroke={1.6} aria-hidden />
      <p className={classes.text}>
        <strong>{t('acting', { name, cvl })}</strong> {t(mayWorkInView ? 'mayWork' : 'readOnly')}
        <span role="alert" className={classes.failure}>
          {failure !== null && textOf(failure)}
        </span>
      </p>
      <UnstyledButton className={classes.back} disabled={busy} onClick={() => void run(endActingView)}>
        <IconArrowBackUp size={16} stroke={1.6} aria-hidden />
        {t('back')}
      </UnstyledButton>
    </section>
  )
}
