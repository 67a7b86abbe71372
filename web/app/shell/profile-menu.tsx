import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSession } from '#web/core/session.ts'
import classes from './profile-menu.module.css'

const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase()
}

/** Who is signed in, and the way out. */
export const ProfileMenu = () => {
  const { t } = useTranslation('shell')
  const session = useSession((state) => state.session)
  const navigate = useNavigate()
  if (!session) return null
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={t('profile.open', { name: session.fullName })}>
          <span className={classes.avatar} aria-hidden>
            {initialsOf(session.fullName)}
          </span>
          <span className={classes.name}>{session.fullName}</span>
          <IconChevronDown className={classes.chevron} size={16} stroke={1.6} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{session.fullName}</strong>
          <span>{session.email}</span>
          <span>
            {t(`roles.${session.role}`)} · {t(`prefixes.${session.prefix}`)}
          </span>
          {session.cvl && <span>CVL {session.cvl}</span>}
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.6} />} onClick={() => navigate('/auth/logout')}>
          {t('profile.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
