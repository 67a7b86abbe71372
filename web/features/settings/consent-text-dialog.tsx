import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { type ConsentLanguage, type ConsentPurpose, consentLanguages } from '#contract/consents/purposes.ts'
import type { ConsentTexts } from '#contract/consents.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import classes from './settings.module.css'

type Props = { purpose: ConsentPurpose; texts: ConsentTexts; onClose: () => void }

/** The words of a version as clients read them, language by language. */
export const ConsentTextDialog = ({ purpose, texts, onClose }: Props) => {
  const { t } = useTranslation('consents')
  const [language, setLanguage] = useState<ConsentLanguage>('es')
  const { title, body } = texts[language]
  return (
    <Dialog title={t(`purposes.${purpose}`)} onClose={onClose}>
      <SegmentedControl
        aria-label={t('settings.language')}
        value={language}
        data={consentLanguages.map((value) => ({ value, label: t(`settings.languages.${value}`) }))}
        onChange={(value) => setLanguage(value as ConsentLanguage)}
      />
      <div className={classes.letter} lang={language}>
        <strong>{title}</strong>
        <p className={classes.consentBody}>{body}</p>
      </div>
    </Dialog>
  )
}
