import { Button } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { renewRecoveryCodes } from '#contract/second-factor.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Section } from '#web/ui/section.tsx'
import { Notice } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import { OnOffBadge } from './on-off-badge.tsx'
import classes from './personal.module.css'
import type { SecondFactorProps } from './use-second-factor.ts'

/** From so few on a person is reminded. */
const lowRecoveryCodeCount = 3

const downloadTextFile = (name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** The ten codes, this once: to copy, download or print. */
export const NewRecoveryCodes = ({ codes, email, onKept }: { codes: string[]; email: string; onKept: () => void }) => {
  const { t } = useTranslation('personal-area')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.focus(), [])
  const owner = t('recovery.for', { email })
  const text = [t('recovery.title'), owner, '', ...codes, ''].join('\n')
  return (
    <Section title={t('recovery.newTitle')} description={t('recovery.newLead')} className={classes.fresh}>
      <div ref={list} tabIndex={-1} className={classes.codes}>
        <p className={classes.owner}>{owner}</p>
        <ol className={classes.codeList}>
          {codes.map((code) => (
            <li key={code} className={classes.code}>
              {code}
            </li>
          ))}
        </ol>
      </div>
      <div className={classes.actions}>
        <CopyButton text={text} label={t('recovery.copy')} />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
          onClick={() => downloadTextFile(t('recovery.file'), text)}
        >
          {t('recovery.download')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} stroke={1.6} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('recovery.print')}
        </Button>
        <Button onClick={onKept}>{t('recovery.kept')}</Button>
      </div>
    </Section>
  )
}

/** How many codes are left, and new ones in their place. */
export const RecoveryCodes = ({ factor, change, changed }: SecondFactorProps) => {
  const { t } = useTranslation('personal-area')
  const [asking, setAsking] = useState(false)
  const { recoveryCodesLeft: left, totp, passkeys } = factor
  const hasFactor = totp !== null || passkeys.length > 0
  const renew = (): void =>
    void change(
      (proof) => callEndpoint(renewRecoveryCodes, { body: proof }),
      ({ recoveryCodes }) => changed(t('recovery.newTitle'), recoveryCodes),
    )
  return (
    <Section
      title={t('recovery.title')}
      description={t('recovery.lead')}
      state={
        hasFactor && <OnOffBadge on={left > lowRecoveryCodeCount}>{t('recovery.left', { count: left })}</OnOffBadge>
      }
    >
      {hasFactor ? (
        <>
          {left <= lowRecoveryCodeCount && <Notice>{t('recovery.low')}</Notice>}
          <div className={classes.actions}>
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('recovery.renew')}
            </Button>
          </div>
        </>
      ) : (
        <p className={textClasses.lead}>{t('recovery.none')}</p>
      )}
      {asking && (
        <ConfirmDialog
          title={t('recovery.renewTitle')}
          text={t('recovery.renewText')}
          action={t('recovery.renew')}
          onConfirm={renew}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}
