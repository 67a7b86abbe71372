import { IconUserCircle } from '@tabler/icons-react'
import { useLayoutStore } from '#web/core/layout.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './user-info.module.css'

/** Who is signed in, over the menu, for people who want it there. */
export const UserInfo = () => {
  const { t } = useTranslation('shell')
  const shown = useLayoutStore(({ effective }) => effective.showSidebarUserInfo)
  const session = useSession((state) => state.session)
  if (!shown || !session) return null
  return (
    <div className={classes.user}>
      <IconUserCircle size={36} stroke={1.2} aria-hidden />
      <p className={classes.words}>
        <strong>{session.fullName}</strong>
        <span>{t(`roles.${session.role}`)}</span>
      </p>
    </div>
  )
}
