import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { config } from '#web/core/config.ts'
import { useSession } from '#web/core/session.ts'
import classes from './footer.module.css'

/** Firm, version, environment and help. */
export const Footer = ({ onHelp, inert }: { onHelp: () => void; inert: boolean }) => {
  const { t } = useTranslation('shell')
  const prefix = useSession((state) => state.selectedDatabasePrefix)
  return (
    <footer className={classes.footer} inert={inert}>
      <span>
        {t('product')} {t(`prefixes.${prefix}`)}
      </span>
      <span>{t('footer.version', { version: import.meta.env.VITE_VERSION })}</span>
      {config.environment && <span>{config.environment}</span>}
      <UnstyledButton className={classes.help} onClick={onHelp} aria-keyshortcuts="?">
        {t('footer.help')}
      </UnstyledButton>
    </footer>
  )
}
