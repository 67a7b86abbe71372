import { UnstyledButton } from '@mantine/core'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { config } from '#web/core/config.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './footer.module.css'

/** Long enough for what is drawn to ask for more. */
const quietMilliseconds = 200

/** True once nothing has been awaited for a while. */
const useIsQuiet = (isIdle: boolean): boolean => {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    if (!isIdle) return setQuiet(false)
    const timer = setTimeout(() => setQuiet(true), quietMilliseconds)
    return () => clearTimeout(timer)
  }, [isIdle])
  return isIdle && isQuiet
}

/** Firm, version, environment and help. */
export const Footer = ({ onHelp, inert }: { onHelp: () => void; inert: boolean }) => {
  const { t } = useTranslation('shell')
  const prefix = useSession((state) => state.selectedDatabasePrefix)
  const awaited = useIsFetching({ predicate: ({ state }) => state.data === undefined })
  const isLoaded = useIsQuiet(awaited === 0)
  return (
    <footer className={classes.footer} inert={inert} data-waiting={!isLoaded || undefined}>
      <span>
        {t('product')} {t(`prefixes.${prefix}`)}
      </span>
      <span>{t('footer.version', { version: import.meta.env.VITE_VERSION })}</span>
      {config.environment && <span>{config.environment}</span>}
      <UnstyledButton className={classes.help} data-tour="help" onClick={onHelp} aria-keyshortcuts="?">
        {t('footer.help')}
      </UnstyledButton>
    </footer>
  )
}
