import { Popover, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconEye, IconLock, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { getInitials } from '#web/core/initials.ts'
import { useSession } from '#web/core/session.ts'
import { lockSession } from '#web/core/session-actions.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import list from './menu-list.module.css'
import classes from './profile-menu.module.css'
import { setViewDialogOpen } from './view-choice.ts'

/** Who is signed in, their own page, and the ways out. */
export const ProfileMenu = () => {
  const { t } = useTranslation('shell')
  const session = useSession((state) => state.session)
  const [open, setOpen] = useState(false)
  const [failed, setFailed] = useState(false)
  if (!session) return null
  const { fullName, email, role, prefix, cvl, mayChangeView } = session
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={260} trapFocus withinPortal={false}>
      <Popover.Target>
        <UnstyledButton
          className={classes.button}
          aria-label={t('profile.open', { name: fullName })}
          onClick={() => setOpen(!open)}
        >
          <span className={classes.avatar} aria-hidden>
            {getInitials(fullName)}
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
        <Link to="/crm/areapersonal" className={list.item} onClick={() => setOpen(false)}>
          <IconUserCircle size={18} stroke={1.6} />
          {t('profile.personal')}
        </Link>
        {mayChangeView && (
          <UnstyledButton
            className={list.item}
            onClick={() => {
              setOpen(false)
              setViewDialogOpen()
            }}
          >
            <IconEye size={18} stroke={1.6} />
            {t('profile.changeView')}
          </UnstyledButton>
        )}
        <UnstyledButton
          className={list.item}
          onClick={() => {
            setFailed(false)
            lockSession().catch(() => setFailed(true))
          }}
        >
          <IconLock size={18} stroke={1.6} />
          {t('profile.lock')}
        </UnstyledButton>
        <p className={classes.failure} role="alert">
          {failed && t('profile.lockFailed')}
        </p>
        <Link to="/auth/logout" className={list.item}>
          <IconLogout size={18} stroke={1.6} />
          {t('profile.signOut')}
        </Link>
      </Popover.Dropdown>
    </Popover>
  )
}
