import { Popover, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '#web/core/session.ts'
import classes from './profile-menu.module.css'

/** First name and first surname. */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join('')

/** Who is signed in, and the way out. */
export const ProfileMenu = () => {
  const { t } = useTranslation('shell')
  const session = useSession((state) => state.session)
  if (!session) return null
  const { fullName, email, role, prefix, cvl } = session
  return (
    <Popover position="bottom-end" width={260} trapFocus withinPortal={false}>
      <Popover.Target>
        <UnstyledButton className={classes.button} aria-label={t('profile.open', { name: fullName })}>
          <span className={classes.avatar} aria-hidden>
            {initialsOf(fullName)}
          </span>
          <span className={classes.name}>{fullName}</span>
          <IconChevronDown className={classes.chevron} size={16} stroke={1.6} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        <div className={classes.who}>
          <strong>{fullName}</strong>
          <span>{email}</span>
          <span>
            {t(`roles.${role}`)} · {t(`prefixes.${prefix}`)}
          </span>
          {cvl && <span>CVL {cvl}</span>}
        </div>
        <Link to="/auth/logout" className={classes.item}>
          <IconLogout size={18} stroke={1.6} />
          {t('profile.signOut')}
        </Link>
      </Popover.Dropdown>
    </Popover>
  )
}
