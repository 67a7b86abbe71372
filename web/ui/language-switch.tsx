import { UnstyledButton } from '@mantine/core'
import type { Idioma } from '#contract/core/values.ts'
import { languageTags } from '#web/core/language-tags.ts'
import { useSession } from '#web/core/session.ts'
import { setLanguage } from '#web/core/session-preferences.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './language-switch.module.css'

const getLanguageCode = (language: Idioma): string => languageTags[language].slice(0, 2).toUpperCase()

/** The languages on offer, the chosen one pressed. */
export const LanguageSwitch = ({ offered }: { offered: readonly Idioma[] }) => {
  const { t } = useTranslation('shell')
  const current = useSession((state) => state.currentLanguage)
  return (
    <fieldset className={classes.switch} aria-label={t('language')}>
      {offered.map((language) => (
        <UnstyledButton
          key={language}
          className={classes.language}
          aria-pressed={language === current}
          aria-label={`${getLanguageCode(language)} · ${t(`languages.${language}`)}`}
          lang={languageTags[language]}
          onClick={() => setLanguage(language)}
        >
          {getLanguageCode(language)}
        </UnstyledButton>
      ))}
    </fieldset>
  )
}
